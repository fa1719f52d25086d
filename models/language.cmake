# What is known of Korean and English, shared by the models. Words are data: *.words.
set(MODELS_LANGUAGE_SOURCES
  language/amount.cc
  language/decimal.cc
  language/lexicon.cc
  language/stem.cc
  language/tokens.cc
  language/word_file.cc
  language/word_set.cc
  language/words.cc)
