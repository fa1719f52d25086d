memfold_fuzz(analyst_fuzz SOURCES analyst_fuzz.cc LINKS memfold_models)
