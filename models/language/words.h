// All word files, one constant each, named like its file: what word_file.h reads.
#pragma once

#include <string_view>

namespace memfold::models::words {

extern const std::string_view kCalendar, kCues, kEmbedder, kEndings, kErrorNames, kFrequency,
    kFunctionWords, kGivenNames, kKnownNames, kMailNames, kNames, kNegations, kNumbers, kOpposites,
    kScales, kSeries, kSignsBulk, kSignsGrammar, kSignsSaid, kSignsSales, kStatus, kSynonyms,
    kUnits, kVague, kVerbs, kWholeNouns;

}  // namespace memfold::models::words
