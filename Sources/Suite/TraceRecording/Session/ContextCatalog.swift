import Glibc

/// The context fields that an event can have in addition to its own.
package enum ContextCatalog {
  /// Always there: an event's process and thread, and the thread's name.
  static let standard = ["vpid", "vtid", "procname"]

  /// LTTng-UST 2.13 has these everywhere; others of `lttng add-context --list` are the kernel's.
  private static let general = [
    "ip", "pthread_id", "cgroup_ns", "ipc_ns", "mnt_ns", "net_ns", "pid_ns", "time_ns", "user_ns",
    "uts_ns", "vuid", "veuid", "vsuid", "vgid", "vegid", "vsgid",
  ]

  /// LTTng's names of the kernel's counters, by type and number (<linux/perf_event.h>).
  private static let counters: [(name: String, type: UInt32, number: UInt64)] =
    [
      "cpu-cycles", "cycles", "instructions", "cache-references", "cache-misses",
      "branch-instructions", "branches", "branch-misses", "bus-cycles", "stalled-cycles-frontend",
      "idle-cycles-frontend", "stalled-cycles-backend", "idle-cycles-backend",
    ].enumerated().map { ($1, 0, [0, 0, 1, 2, 3, 4, 4, 5, 6, 7, 7, 8, 8][$0]) }
    + [
      "cpu-clock", "task-clock", "page-fault", "faults", "context-switches", "cs",
      "cpu-migrations", "migrations", "minor-faults", "major-faults", "alignment-faults",
      "emulation-faults",
    ].enumerated().map { ($1, 1, [0, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8][$0]) }
    + [
      ("L1-dcache-loads", 0x0), ("L1-dcache-load-misses", 0x10000), ("L1-dcache-stores", 0x100),
      ("L1-dcache-store-misses", 0x10100), ("L1-dcache-prefetches", 0x200),
      ("L1-dcache-prefetch-misses", 0x10200), ("L1-icache-loads", 0x1),
      ("L1-icache-load-misses", 0x10001), ("L1-icache-stores", 0x101),
      ("L1-icache-store-misses", 0x10101), ("L1-icache-prefetches", 0x201),
      ("L1-icache-prefetch-misses", 0x10201), ("LLC-loads", 0x2), ("LLC-load-misses", 0x10002),
      ("LLC-stores", 0x102), ("LLC-store-misses", 0x10102), ("LLC-prefetches", 0x202),
      ("LLC-prefetch-misses", 0x10202), ("dTLB-loads", 0x3), ("dTLB-load-misses", 0x10003),
      ("dTLB-stores", 0x103), ("dTLB-store-misses", 0x10103), ("dTLB-prefetches", 0x203),
      ("dTLB-prefetch-misses", 0x10203), ("iTLB-loads", 0x4), ("iTLB-load-misses", 0x10004),
      ("branch-loads", 0x5), ("branch-load-misses", 0x10005),
    ].map { ($0.0, 3, $0.1) }

  private static let prefix = "perf:thread:"

  /// The contexts that work on this machine, now, for this user.
  package static var working: [String] {
    general
      + counters.filter { refusal(type: $0.type, number: $0.number) == nil }.map {
        prefix + $0.name
      }
  }

  /// Refuses a context that could not be recorded.
  ///
  /// LTTng itself finds a bad counter only in each recorded program, which then goes on without any events and without a message.
  ///
  /// - Parameter context: As `lttng add-context` names it.
  /// - Throws: `RecordingError` with the contexts that work.
  static func check(_ context: String) throws(RecordingError) {
    if standard.contains(context) || general.contains(context) || isApplicationContext(context) {
      return
    }
    let problem: String
    if let counter = counter(context) {
      guard let reason = refusal(type: counter.type, number: counter.number) else { return }
      problem = "cannot be counted: \(reason)"
    } else {
      problem = "LTTng-UST has none of that name"
    }
    let remedy = "these work here: \(working.joined(separator: " "))"
    throw RecordingError("context \"\(context)\"", problem, remedy: remedy)
  }

  /// `$app.PROVIDER:NAME`, which programs can define.
  private static func isApplicationContext(_ context: String) -> Bool {
    context.wholeMatch(of: /\$app\.[A-Za-z0-9_]+:[A-Za-z0-9_]+/) != nil
  }

  private static func counter(_ context: String) -> (type: UInt32, number: UInt64)? {
    if let raw = context.wholeMatch(of: /perf:thread:raw:r([0-9A-Fa-f]{1,16}):[A-Za-z0-9_-]+/) {
      return UInt64(raw.1, radix: 16).map { (4, $0) }
    }
    return counters.first { prefix + $0.name == context }.map { ($0.type, $0.number) }
  }

  /// Why the kernel doesn't count something for a thread of this user; `nil` if it does.
  private static func refusal(type: UInt32, number: UInt64) -> String? {
    let descriptor = SystemCall.openCounter(type: type, number: number)
    guard descriptor >= 0 else {
      return errno == ENOENT ? "this machine has no such counter" : RecordingError.reason(errno)
    }
    close(descriptor)
    return nil
  }
}
