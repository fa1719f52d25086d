// A ParallelFor for anything that can be called.
#pragma once

#include "index/vector_index.h"

namespace memfold::index {

template <class Body>
void run_parallel(ParallelFor parallel, std::size_t count, Body&& body) {
  parallel(
      count, [](void* context, std::size_t i) { (*static_cast<Body*>(context))(i); }, &body);
}

}  // namespace memfold::index
