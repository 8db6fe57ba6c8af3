/// What a thread waits for, by the functions in which it waits.
package enum WaitKind: String, Sendable, CaseIterable, Codable {
  case lock, condition, sleep
  case inputOutput = "I/O"
  case child, other, stopped

  /// The waiting functions of the C library, of Dispatch and of Swift's own, reduced as by `plain`; a name that ends in an underscore or a
  /// dot is a prefix.
  private static let functions: [(WaitKind, [String])] = [
    (
      .condition,
      [
        "pthread_cond_", "sem_wait", "sem_timedwait", "sem_clockwait", "new_sem_",
        "dispatch_sema4_",
        "dispatch_semaphore_", "dispatch_group_",
      ]
    ),
    (
      .lock,
      [
        "MutexHandle.", "Mutex.", "pthread_mutex_", "pthread_rwlock_", "lll_lock_wait",
        "lll_lock_wait_private", "dispatch_unfair_lock_", "dispatch_sync_",
        "dispatch_thread_event_",
        "DISPATCH_WAIT_FOR_QUEUE_",
      ]
    ),
    (.stopped, [StackTable.stopped.name]),
    (.sleep, ["clock_nanosleep", "nanosleep", "usleep", "sleep"]),
    (.child, ["wait3", "wait4", "waitpid", "waitid", "clone", "clone3", "vfork", "spawni"]),
    (
      .inputOutput,
      [
        "read", "readv", "pread", "pread64", "preadv", "write", "writev", "pwrite", "pwrite64",
        "pwritev", "recv", "recvfrom", "recvmsg", "recvmmsg", "send", "sendto", "sendmsg",
        "sendmmsg", "sendfile", "sendfile64", "accept", "accept4", "connect", "poll", "ppoll",
        "select", "pselect", "epoll_wait", "epoll_pwait", "epoll_pwait2", "fsync", "fdatasync",
        "msync", "open", "open64", "openat", "openat64", "close", "flock", "fcntl",
      ]
    ),
  ]

  private static let kinds: [String: WaitKind] = Dictionary(
    functions.flatMap { kind, names in names.map { ($0, kind) } },
    uniquingKeysWith: { first, _ in first }
  )

  private static let families: [(beginning: String, kind: WaitKind)] = functions.flatMap {
    kind,
    names in names.filter { $0.hasSuffix("_") || $0.hasSuffix(".") }.map { ($0, kind) }
  }

  /// Finds the kind from the names of a stack, innermost first; the first known one decides.
  ///
  /// Functions of a program are never mistaken for those of a library: Swift's names have parentheses, and C's names are compared whole.
  package init(names: some Sequence<String>) {
    for name in names.prefix(8) {
      let plain = Self.plain(name)
      if let kind = Self.kinds[plain]
        ?? Self.families.first(where: { plain.hasPrefix($0.beginning) })?.kind
      {
        self = kind
        return
      }
    }
    self = .other
  }

  /// A name without versions and the prefixes of the C library's inner names: `read` for `__GI___libc_read@@GLIBC_2.2.5`.
  package static func plain(_ name: String) -> String {
    var name = name.prefix { $0 != "@" }
    if name.hasPrefix("__GI_") { name = name.dropFirst(5) }
    name = name.drop { $0 == "_" }
    if name.hasPrefix("libc_") { name = name.dropFirst(5) }
    if name.hasSuffix("_nocancel") { name = name.dropLast(9) }
    return String(name)
  }

  /// The words after "blocked".
  package var phrase: String {
    switch self {
    case .lock: "on a lock"
    case .condition: "on a condition"
    case .sleep: "in a sleep"
    case .inputOutput: "on I/O"
    case .child: "on a child process"
    case .other: "in the kernel"
    case .stopped: "by a signal or debugger that stopped the process"
    }
  }
}

extension StackTable {
  /// What a thread waits for in a stack.
  package func waitKind(of stack: Int32) -> WaitKind {
    let path = stacks[Int(stack)]
    let kind = WaitKind(names: path.lazy.map { functions[Int($0)].name })
    // Foundation waits for a child in a loop that would see other events, too.
    let isChild = kind == .inputOutput && has(path) { $0.name == "Process.waitUntilExit()" }
    return isChild ? .child : kind
  }

  /// Whether a running thread was in the kernel for a page of memory that wasn't there.
  package func isFault(_ stack: Int32) -> Bool {
    has(stacks[Int(stack)]) { $0.object.isEmpty && Self.faults.contains($0.name) }
  }

  /// Whether a job of Swift's concurrency ran: a part of a task.
  package func isOfJob(_ stack: Int32) -> Bool {
    has(stacks[Int(stack)]) { $0.name.hasPrefix("swift_job_run") }
  }

  private func has(_ path: [Int32], _ isWanted: (Function) -> Bool) -> Bool {
    path.contains { isWanted(functions[Int($0)]) }
  }

  /// What the kernel does then, on x86-64 and ARM.
  private static let faults: Set<String> = [
    "asm_exc_page_fault [kernel]", "exc_page_fault [kernel]", "do_page_fault [kernel]",
    "handle_mm_fault [kernel]",
  ]
}
