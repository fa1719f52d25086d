# The built-in Summarizer.
set(MODELS_SUMMARIZER_SOURCES
  summarizer/combine.cc
  summarizer/parsed_text.cc
  summarizer/phrase_lexicon.cc
  summarizer/phrase_words.cc
  summarizer/phrases.cc
  summarizer/score.cc
  summarizer/select.cc
  summarizer/sentences.cc
  summarizer/summarizer.cc)
