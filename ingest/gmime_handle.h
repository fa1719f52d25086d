// Ownership of GMime's reference-counted objects.
#pragma once

#include <gmime/gmime.h>

#include <memory>

namespace memfold::ingest {

struct GObjectUnref {
  void operator()(void* object) const { g_object_unref(object); }
};

/// Owns one reference.
template <typename T>
using GHandle = std::unique_ptr<T, GObjectUnref>;

}  // namespace memfold::ingest
