memfold_fuzz(analyst_fuzz SOURCES analyst_fuzz.cc LINKS memfold_models)
memfold_fuzz(summary_fuzz SOURCES summary_fuzz.cc LINKS memfold_models)
