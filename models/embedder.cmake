set(MODELS_EMBEDDER_SOURCES calibration.cc)
