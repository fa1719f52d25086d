set(MODELS_EMBEDDER_TESTS embedder_test.cc embedder_pieces_test.cc ngram_embedder_test.cc
    word_meanings_test.cc)
