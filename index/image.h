// How what is loaded of a user goes to a file as it lies in memory, and comes back mapped.
//
// Each structure names its parts once, in parts(); the same list writes and reads them.
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <span>
#include <type_traits>

#include "index/flat.h"
#include "index/verified_bytes.h"

namespace memfold::index {

/// Takes parts one after the other. Whatever it cannot write it throws as Error(Io).
class ImageSink {
 public:
  virtual ~ImageSink() = default;
  /// One part, in pieces.
  virtual void part(std::initializer_list<std::span<const std::byte>> pieces) = 0;
  /// One part of many bytes, which comes back as VerifiedBytes: `write` calls its argument with one
  /// piece after the other.
  using Take = std::function<void(std::span<const std::byte>)>;
  virtual void bulk(const std::function<void(const Take&)>& write) = 0;
};

/// Gives the parts back in the order they were taken. Throws DamagedFile.
class ImageSource {
 public:
  virtual ~ImageSource() = default;
  /// Aligned as any value wants it. Stays as long as the source's file is mapped.
  virtual std::span<std::byte> part() = 0;
  virtual VerifiedBytes bulk() = 0;
};

/// Visitors for parts().
struct PutParts {
  ImageSink& sink;
  template <typename T>
  void operator()(const Flat<T>& values) const {
    sink.part({std::as_bytes(values.kept()), std::as_bytes(values.own())});
  }
  template <typename T>
  requires std::is_arithmetic_v<T>
  void operator()(const T& value) const { sink.part({std::as_bytes(std::span(&value, 1))}); }
};

struct TakeParts {
  ImageSource& source;
  template <typename T>
  void operator()(Flat<T>& values) const {
    const std::span<std::byte> bytes = source.part();
    if (bytes.size() % sizeof(T) != 0) throw DamagedFile("a part is no whole number of values");
    values = Flat<T>(std::span<T>(reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)));
  }
  template <typename T>
  requires std::is_arithmetic_v<T>
  void operator()(T& value) const {
    const std::span<std::byte> bytes = source.part();
    if (bytes.size() != sizeof(T)) throw DamagedFile("a figure has another size");
    std::memcpy(&value, bytes.data(), sizeof(T));
  }
};

}  // namespace memfold::index
