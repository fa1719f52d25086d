# The built-in Analyst, Guard and Summarizer.
set(MODELS_ANALYST_SOURCES
  analyst/decimal.cc
  analyst/differences.cc
  analyst/guard.cc
  analyst/lexicon.cc
  analyst/names.cc
  analyst/reading.cc
  analyst/scan_dates.cc
  analyst/scan_identifiers.cc
  analyst/scan_quantities.cc
  analyst/scan_relative_dates.cc
  analyst/scan_series.cc
  analyst/scan_times.cc
  analyst/stem.cc
  analyst/tokens.cc
  analyst/values.cc
  analyst/words.cc)
