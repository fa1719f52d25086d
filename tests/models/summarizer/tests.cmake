set(MODELS_SUMMARIZER_TESTS
  summarizer/combine_test.cc
  summarizer/english_sets.cc
  summarizer/korean_sets.cc
  summarizer/revise_test.cc
  summarizer/summarise_test.cc)
