#include "models/language/words.h"

namespace memfold::models::words {

constinit const std::string_view kCalendar =
#include "models/language/calendar.words"
    ;
constinit const std::string_view kCues =
#include "models/language/cues.words"
    ;
constinit const std::string_view kEmbedder =
#include "models/language/embedder.words"
    ;
constinit const std::string_view kEndings =
#include "models/language/endings.words"
    ;
constinit const std::string_view kErrorNames =
#include "models/language/error_names.words"
    ;
constinit const std::string_view kFrequency =
#include "models/language/frequency.words"
    ;
constinit const std::string_view kFunctionWords =
#include "models/language/function_words.words"
    ;
constinit const std::string_view kGivenNames =
#include "models/language/given_names.words"
    ;
constinit const std::string_view kKnownNames =
#include "models/language/known_names.words"
    ;
constinit const std::string_view kMailNames =
#include "models/language/mail_names.words"
    ;
constinit const std::string_view kNames =
#include "models/language/names.words"
    ;
constinit const std::string_view kNegations =
#include "models/language/negations.words"
    ;
constinit const std::string_view kNumbers =
#include "models/language/numbers.words"
    ;
constinit const std::string_view kOpposites =
#include "models/language/opposites.words"
    ;
constinit const std::string_view kScales =
#include "models/language/scales.words"
    ;
constinit const std::string_view kSeries =
#include "models/language/series.words"
    ;
constinit const std::string_view kSignsBulk =
#include "models/language/signs_bulk.words"
    ;
constinit const std::string_view kSignsGrammar =
#include "models/language/signs_grammar.words"
    ;
constinit const std::string_view kSignsSaid =
#include "models/language/signs_said.words"
    ;
constinit const std::string_view kSignsSales =
#include "models/language/signs_sales.words"
    ;
constinit const std::string_view kStatus =
#include "models/language/status.words"
    ;
constinit const std::string_view kSynonyms =
#include "models/language/synonyms.words"
    ;
constinit const std::string_view kUnits =
#include "models/language/units.words"
    ;
constinit const std::string_view kVague =
#include "models/language/vague.words"
    ;
constinit const std::string_view kVerbs =
#include "models/language/verbs.words"
    ;
constinit const std::string_view kWholeNouns =
#include "models/language/whole_nouns.words"
    ;

}  // namespace memfold::models::words
