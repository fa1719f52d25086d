// A calibration as a file: what `memfold calibrate` writes and `embedder.calibration` names.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "memfold/models.h"

namespace memfold::tools {

struct CalibrationFile {
  std::string embedder;  ///< name@version it was fitted for
  int dimension = 0;
  std::vector<Calibration::Point> points;
};

/// JSON: embedder, dimension, points as pairs of cosine and similarity.
std::string calibration_text(const CalibrationFile& file);
/// `text` as calibration_text() writes it. Throws UsageError naming `path`, where it was read, and
/// what is wrong with it.
CalibrationFile parse_calibration(std::string_view text, const std::string& path);
/// The file at `path`, parsed. Throws UsageError as parse_calibration(), or that it cannot be read.
CalibrationFile read_calibration(const std::string& path);

/// `embedder` with the calibration in the file at `path`; itself where `path` is empty. Throws
/// UsageError as read_calibration. That the file is for this embedder is checked when the
/// calibration is first asked for, since an embedder may have to ask an endpoint for its name;
/// throws UsageError then.
std::shared_ptr<const Embedder> with_calibration(std::shared_ptr<const Embedder> embedder,
                                                 const std::string& path);

}  // namespace memfold::tools
