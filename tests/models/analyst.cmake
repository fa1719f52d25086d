set(MODELS_ANALYST_TESTS
  aligner_test.cc analyst_test.cc boundary_pairs_test.cc learned_test.cc pair_units_test.cc guard_test.cc hostile_statements_test.cc reading_cache_test.cc
  traceable_test.cc values_test.cc word_features_test.cc)
