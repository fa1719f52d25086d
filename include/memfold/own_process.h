// What belongs to the process that made it: a fork inherits the memory, but neither the threads nor
// the locks.
#pragma once

#include <memory>
#include <utility>

#pragma GCC visibility push(default)
namespace memfold {

/// The id of this process.
int own_process() noexcept;

/// Throws Error(Locked) unless this is the process `made_by`.
void require_own_process(int made_by);

/// The inside of an object, for the process that made it alone. In one forked from it every use
/// throws Error(Locked), and the end of the object leaves everything as it is.
template <typename Inside>
class OwnedByProcess {
 public:
  explicit OwnedByProcess(std::unique_ptr<Inside> inside) noexcept : inside_(std::move(inside)) {}
  OwnedByProcess(OwnedByProcess&& other) noexcept = default;
  OwnedByProcess& operator=(OwnedByProcess&& other) noexcept {
    OwnedByProcess taken(std::move(other));
    std::swap(inside_, taken.inside_);
    std::swap(process_, taken.process_);
    return *this;
  }
  ~OwnedByProcess() {
    if (process_ != own_process()) static_cast<void>(inside_.release());
  }

  Inside* operator->() const {
    require_own_process(process_);
    return inside_.get();
  }
  Inside& operator*() const { return *operator->(); }

 private:
  std::unique_ptr<Inside> inside_;
  int process_ = own_process();
};

}  // namespace memfold
#pragma GCC visibility pop
