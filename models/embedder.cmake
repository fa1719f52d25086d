set(MODELS_EMBEDDER_SOURCES
  embedder.cc
  embedder_characters.cc
  embedder_features.cc
  embedder_lexicon.cc
  embedder_sketch.cc
  embedder_words.cc)
