# The graph, its queue and its jobs.
memfold_test(graph_tests
  SOURCES graph/connect_test.cc graph/due_items_test.cc graph/episodes_test.cc graph/forget_graph_test.cc graph/jobs_test.cc graph/limits_test.cc graph/queue_test.cc graph/recall_sources_test.cc
          graph/recall_stories_test.cc graph/story_text_test.cc graph/storylines_test.cc graph/team_erasure_test.cc graph/veil_test.cc
  LINKS memfold_engine memfold_models
  SLOW "ForgetGraph.Random*" "VeilTest.Random*")

# A year of nights: some seconds of processor time.
memfold_test(simulated_year_tests
  SOURCES graph/simulated_year_test.cc
  LABEL slow
  LINKS memfold_engine memfold_models)
