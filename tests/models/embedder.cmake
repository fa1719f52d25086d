set(MODELS_EMBEDDER_TESTS embedder_test.cc)
