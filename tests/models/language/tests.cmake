set(MODELS_LANGUAGE_TESTS
  language/decimal_test.cc
  language/stem_test.cc
  language/tokens_test.cc
  language/word_file_test.cc)
