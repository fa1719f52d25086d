set(MODELS_EMBEDDER_TESTS calibration_test.cc embedder_test.cc)
