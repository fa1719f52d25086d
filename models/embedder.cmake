set(MODELS_EMBEDDER_SOURCES
  embedder.cc
  embedder_characters.cc
  embedder_features.cc
  embedder_lexicon.cc
  embedder_sketch.cc
  embedder_words.cc)
# Behind all others, so that the units of ten they are compiled in stay as they are.
set(MODELS_TEXT_EMBEDDER_SOURCES
  embedder_pieces.cc
  embedder_rows.cc
  embedder_text.cc
  meaning_kernel.cc
  word_meanings.cc)
