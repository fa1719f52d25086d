#include "traced.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <set>

namespace memfold::hostile {
namespace {

/// Calls that write bytes, which a full disk refuses.
bool writes(std::uint64_t call, std::uint64_t handle) {
  if (handle <= STDERR_FILENO) return false;
  return call == SYS_write || call == SYS_pwrite64 || call == SYS_writev || call == SYS_pwritev;
}

bool changes_files(std::uint64_t call, const std::uint64_t (&arguments)[6]) {
  switch (call) {
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_ftruncate:
    case SYS_fallocate:
    case SYS_rename:
    case SYS_renameat:
    case SYS_renameat2:
    case SYS_unlink:
    case SYS_unlinkat:
    case SYS_link:
    case SYS_linkat:
    case SYS_mkdir:
    case SYS_mkdirat:
      return true;
    case SYS_openat:
      return (arguments[2] & O_CREAT) != 0;
    default:
      return writes(call, arguments[0]);
  }
}

[[noreturn]] void become_command(const std::string& directory,
                                 const std::vector<std::string>& arguments,
                                 const std::string& output) {
  std::vector<char*> argv = {const_cast<char*>(MEMFOLD_COMMAND)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const int out = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (out < 0 || chdir(directory.c_str()) != 0) _exit(126);
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  close(out);
  ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
  raise(SIGSTOP);
  execv(MEMFOLD_COMMAND, argv.data());
  _exit(127);
}

class Tracer {
 public:
  Tracer(pid_t child, const Blow& blow) : child_(child), blow_(blow) {}

  Traced run() {
    int status = 0;
    waitpid(child_, &status, 0);
    ptrace(PTRACE_SETOPTIONS, child_, nullptr,
           PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL);
    ptrace(PTRACE_SYSCALL, child_, nullptr, nullptr);
    for (;;) {
      const pid_t thread = waitpid(-1, &status, __WALL);
      if (thread < 0) return result_;
      if (WIFEXITED(status) || WIFSIGNALED(status)) {
        if (thread == child_ && WIFEXITED(status)) result_.code = WEXITSTATUS(status);
        continue;
      }
      int signal = WSTOPSIG(status);
      if (signal == (SIGTRAP | 0x80)) {
        at_call(thread);
        signal = 0;
      } else if (signal == SIGTRAP || signal == SIGSTOP) {
        signal = 0;  // a new thread, or the program that begins
      }
      ptrace(PTRACE_SYSCALL, thread, nullptr, signal);
    }
  }

 private:
  void at_call(pid_t thread) {
    __ptrace_syscall_info info{};
    if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) <= 0) return;
    if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
      if (refused_.erase(thread) > 0)
        set_register(thread, &user_regs_struct::rax, -std::uint64_t(blow_.error));
      return;
    }
    if (info.op != PTRACE_SYSCALL_INFO_ENTRY) return;
    std::uint64_t arguments[6];
    std::copy(std::begin(info.entry.args), std::end(info.entry.args), arguments);
    if (!changes_files(info.entry.nr, arguments)) return;
    ++result_.calls;
    if (result_.calls < blow_.at) return;
    if (blow_.kind == Blow::Kind::Kill) kill(child_, SIGKILL);
    if (blow_.kind == Blow::Kind::Refuse && writes(info.entry.nr, arguments[0])) {
      refused_.insert(thread);
      set_register(thread, &user_regs_struct::orig_rax, std::uint64_t(-1));
    }
  }

  template <typename Register>
  static void set_register(pid_t thread, Register which, std::uint64_t value) {
    user_regs_struct registers{};
    ptrace(PTRACE_GETREGS, thread, nullptr, &registers);
    registers.*which = value;
    ptrace(PTRACE_SETREGS, thread, nullptr, &registers);
  }

  const pid_t child_;
  const Blow blow_;
  Traced result_;
  std::set<pid_t> refused_;
};

}  // namespace

bool can_trace() {
  const pid_t child = fork();
  if (child == 0) _exit(ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

Traced run_traced(const std::string& directory, const std::vector<std::string>& arguments,
                  const Blow& blow) {
  const std::string output = directory + "/.traced";
  const pid_t child = fork();
  if (child == 0) become_command(directory, arguments, output);
  Traced result = Tracer(child, blow).run();
  std::ifstream file(output, std::ios::binary);
  result.output.assign(std::istreambuf_iterator<char>(file), {});
  return result;
}

}  // namespace memfold::hostile
