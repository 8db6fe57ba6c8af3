/// What a thread waits for, as the functions in which it waits say.
package enum WaitKind: String, Sendable, CaseIterable, Codable {
  case lock, condition, sleep
  case inputOutput = "I/O"
  case child, other

  /// The kind of each function of the C library and of Swift's that waits, by the beginnings of their names.
  private static let functions: [(WaitKind, [String])] = [
    (
      .condition,
      [
        "pthread_cond_", "___pthread_cond_", "__pthread_cond_", "sem_wait", "__new_sem_",
        "_dispatch_sem", "dispatch_sem", "_dispatch_group_wait",
      ]
    ),
    (
      .lock,
      [
        "_MutexHandle.", "Mutex.", "pthread_mutex_", "___pthread_mutex_", "__pthread_mutex_",
        "__lll_lock_wait", "pthread_rwlock_", "___pthread_rwlock_", "_dispatch_unfair_lock",
      ]
    ),
    (
      .sleep,
      ["clock_nanosleep", "__clock_nanosleep", "nanosleep", "__nanosleep", "usleep", "sleep"]
    ),
    (.child, ["wait4", "__wait4", "waitpid", "waitid", "__waitid"]),
    (
      .inputOutput,
      [
        "read", "__read", "__libc_read", "write", "__write", "pread", "pwrite", "recv", "__recv",
        "send", "__send", "accept", "__accept", "connect", "__connect", "poll", "__poll", "ppoll",
        "select", "__select", "epoll_", "__epoll_", "fsync", "fdatasync", "open", "__open",
      ]
    ),
  ]

  /// Finds the kind in the names of a stack from the innermost; the first that says something.
  package init(names: some Sequence<String>) {
    for name in names.prefix(8) {
      for (kind, beginnings) in Self.functions
      where beginnings.contains(where: { name.hasPrefix($0) }) {
        self = kind
        return
      }
    }
    self = .other
  }

  /// What comes after "blocked".
  package var phrase: String {
    switch self {
    case .lock: "on a lock"
    case .condition: "on a condition"
    case .sleep: "in a sleep"
    case .inputOutput: "on I/O"
    case .child: "on a child process"
    case .other: "in the kernel"
    }
  }
}
