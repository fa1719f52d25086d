#include "models/analyst/aligner_weights.h"

#include "memfold/error.h"
#include "models/analyst/pair_units.h"

namespace memfold::models {

AlignerWeights::AlignerWeights(const Weights& w)
    : feature_names(w, "aligner.features"),
      features(w.rows<FeaturePlace>("aligner.features.places", feature_names.size())),
      words(w, "aligner.words"),
      word_rows(w.rows<SmallRow>("aligner.words.rows", words.size())),
      piece_rows(w.rows<SmallRow>("aligner.pieces.rows", kPieces)),
      kind_rows(w.rows<SmallRow>("aligner.kinds.rows", kUnitKinds)),
      flag_rows(w.rows<SmallRow>("aligner.flags.rows", kUnitFlags)),
      word_scale(w.row<RowScale>("aligner.words.scale")),
      piece_scale(w.row<RowScale>("aligner.pieces.scale")),
      kind_scale(w.row<RowScale>("aligner.kinds.scale")),
      flag_scale(w.row<RowScale>("aligner.flags.scale")),
      around(w.rows<Floats<kUnitWidth>>("aligner.around", 3 * kUnitRow)),
      through(w.rows<Floats<kUnitWidth>>("aligner.through", kUnitRow)),
      attend(w.rows<Floats<kUnitWidth>>("aligner.attend", kUnitWidth)),
      around_bias(w.row<Floats<kUnitWidth>>("aligner.around_bias")),
      found(w.row<Floats<2>>("aligner.found")),
      compare(w.rows<std::array<Floats<kUnitWidth>, kCompared>>("aligner.compare", kSides)),
      compose(w.rows<std::array<Floats<kUnitWidth>, 3 * kUnitWidth>>("aligner.compose", kSides)),
      compare_bias(w.rows<Floats<kUnitWidth>>("aligner.compare_bias", kSides)),
      compose_bias(w.rows<Floats<kUnitWidth>>("aligner.compose_bias", kSides)),
      gather(w.rows<Floats<kLastWidth>>("aligner.gather", kFirstFeature + features.size())),
      gather_bias(w.row<Floats<kLastWidth>>("aligner.gather_bias")),
      verdict(w.rows<Floats<kVerdicts>>("aligner.verdict", kLastWidth)),
      direct(w.rows<Floats<kVerdicts>>("aligner.direct", features.size())),
      verdict_bias(w.row<Floats<kVerdicts>>("aligner.verdict_bias")),
      outcome(w.rows<Floats<kOutcomeCount>>("aligner.outcome", kLastWidth)),
      outcome_direct(w.rows<Floats<kOutcomeCount>>("aligner.outcome_direct", features.size())),
      outcome_bias(w.row<Floats<kOutcomeCount>>("aligner.outcome_bias")) {
  // Fewer only until weights are fitted for features just added; a test says so.
  if (features.size() > kFeatureCount) {
    throw Error(ErrorCode::Mismatch,
                "weights: the aligner's are for other features; fit them anew");
  }
}

const AlignerWeights& aligner_weights() {
  static const AlignerWeights all(weights());
  return all;
}

}  // namespace memfold::models
