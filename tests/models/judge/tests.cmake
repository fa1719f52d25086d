set(MODELS_JUDGE_TESTS judge/judge_test.cc)
