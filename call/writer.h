// What takes a value part by part and makes of it what a door gives: JSON (call/json.h), or the
// objects of a language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace memfold::call {

/// One value: a single one, or a list or an object with values in it, each begun and ended. Every
/// value of an object has its key called before it. Texts are read during the call, unless they are
/// said to last: those are there, unchanged, as long as the program, so that a writer may know them
/// again by where they lie. What a writer throws passes through.
class Writer {
 public:
  virtual ~Writer() = default;

  virtual void null() = 0;
  virtual void boolean(bool value) = 0;
  virtual void integer(std::int64_t value) = 0;
  virtual void natural(std::uint64_t value) = 0;
  virtual void real(double value) = 0;
  virtual void text(std::string_view value) = 0;  ///< contents are UTF-8, file names need not be
  /// The name of a value of an enumeration: a text that lasts.
  virtual void name(std::string_view lasting) = 0;

  /// Of exactly so many.
  virtual void begin_list(std::size_t size) = 0;
  virtual void end_list() = 0;
  /// Of about so many.
  virtual void begin_object(std::size_t size) = 0;
  /// An object, ended as such, whose keys are the same in all of a kind. `kind` is an address that
  /// stands for it as long as the program.
  virtual void begin_record(std::size_t size, const void* kind) = 0;
  virtual void end_object() = 0;
  virtual void key(std::string_view lasting) = 0;
  virtual void given_key(std::string_view name) = 0;  ///< one that does not last: a host's own
};

}  // namespace memfold::call
