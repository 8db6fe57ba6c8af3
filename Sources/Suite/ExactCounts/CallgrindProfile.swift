import BenchmarkResults
import Foundation

/// The counts of callgrind of one run of a program, or of one of its threads.
///
/// Source: the Callgrind format specification, valgrind manual, chapter 6; names are written once and
/// then referred to by a number in parentheses.
struct CallgrindProfile: Equatable {
  /// Machine instructions in all.
  private(set) var instructions = 0
  /// Those of LTTng-UST, and of what it has called: what its own threads do depends on who records on the machine.
  private(set) var instructionsOfTracer = 0
  /// Calls of the kernel; 0 where callgrind wasn't told to count them.
  private(set) var systemCalls = 0
  /// How often each function was called, by its name without the marks of recursion; but by LTTng-UST, which
  /// makes the events of a session in the program's own thread where that session was there first, and without
  /// what the allocator calls itself for, as for memory at an alignment, and what the C library allocates for
  /// a thread that it starts: a pool starts as many as the load of the machine suggests.
  private(set) var calls: [String: Int] = [:]
  /// Whether it is of a thread that LTTng-UST has started: it registers the program with the session
  /// daemons, which costs what it costs and belongs to no row.
  private(set) var isOfTracer = false

  /// Reads what `valgrind --tool=callgrind` has written; `nil` if it has no total, as after a crash.
  ///
  /// - Complexity: Proportional to the length of the text.
  init?(_ text: Substring) {
    var names: [Substring: String] = [:]
    var callee: String?
    var totals: [Int]?
    var events: [Substring] = []
    var objects: Set<Substring> = []
    var tracers: Set<Substring> = []
    var isInTracer = false
    var isUncountedAllocator = false
    // The line; with --dump-instr the address before it.
    var positions = 1
    // Of the call that comes next: whether it is of LTTng, too; and whether the next costs are those of a call.
    var (staysInTracer, isCall) = (true, false)
    for line in text.split(separator: "\n") {
      if isInTracer, let cost = Self.cost(line, positions: positions) {
        // What a call of LTTng's own code costs is in the lines of that code.
        if !isCall || !staysInTracer { instructionsOfTracer += cost }
        (staysInTracer, isCall) = (true, false)
      }
      if isInTracer, line.hasPrefix("calls=") { isCall = true }
      if line.hasPrefix("cfn=") || line.hasPrefix("fn=") {
        guard let equals = line.firstIndex(of: "=") else { continue }
        let reference = line[line.index(after: equals)...]
        guard reference.hasPrefix("("), let end = reference.firstIndex(of: ")") else { continue }
        let number = reference[...end]
        let name = reference[reference.index(after: end)...].drop { $0 == " " }
        if !name.isEmpty { names[number] = String(CallgrindSymbol.withoutMark(name)) }
        if line.hasPrefix("cfn=") {
          callee = names[number]
        } else {
          isUncountedAllocator = names[number].map(Self.allocatesUncounted) ?? false
        }
      } else if line.hasPrefix("calls="), let name = callee, !isInTracer,
        !isUncountedAllocator || !CountedFunctions.allocations.contains(name)
      {
        let count = line.dropFirst("calls=".count).prefix { $0.isNumber }
        calls[name, default: 0] += Int(count) ?? 0
      } else if line.hasPrefix("ob=") || line.hasPrefix("cob=") {
        let number = line.drop { $0 != "(" }.prefix { $0 != " " }
        // Only the first mention says the path.
        if let slash = line.lastIndex(of: "/") {
          let name = line[line.index(after: slash)...]
          objects.insert(name)
          if name.hasPrefix(Self.tracer) { tracers.insert(number) }
        }
        if line.hasPrefix("ob=") {
          isInTracer = tracers.contains(number)
        } else {
          staysInTracer = tracers.contains(number)
        }
      } else if line.hasPrefix("summary: ") || line.hasPrefix("totals: ") {
        let numbers = line.split(separator: " ").dropFirst().compactMap { Int($0) }
        if !numbers.isEmpty { totals = numbers }
      } else if line.hasPrefix("positions: ") {
        positions = line.split(separator: " ").count - 1
      } else if line.hasPrefix("events: ") {
        events = Array(line.split(separator: " ").dropFirst())
      }
    }
    guard let totals, let total = totals.first else { return nil }
    instructions = total
    if let place = events.firstIndex(of: Self.systemCallEvent), place < totals.count {
      systemCalls = totals[place]
    }
    isOfTracer = Self.isOfTracer(objects)
  }

  /// Reads what `valgrind --tool=callgrind --separate-threads=yes` has written, and adds up the threads
  /// of all processes but LTTng's own.
  ///
  /// - Parameter path: What valgrind was told to write; its files have the number of a thread, or of a process and a thread, at their end.
  /// - Returns: The sum, and the threads as they were written; `nil` if there is no thread with a total.
  static func threads(at path: String) -> (sum: CallgrindProfile, texts: [String])? {
    let url = URL(filePath: path)
    let directory = url.deletingLastPathComponent().path
    let prefix = "\(url.lastPathComponent)-"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    var texts: [String] = []
    var sum: CallgrindProfile?
    for name in names.sorted() where name.hasPrefix(prefix) {
      guard let text = try? String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8),
        let thread = CallgrindProfile(text[...]), !thread.isOfTracer
      else { continue }
      texts.append(text)
      sum = sum.map { $0.adding(thread) } ?? thread
    }
    return sum.map { ($0, texts) }
  }

  private func adding(_ other: CallgrindProfile) -> CallgrindProfile {
    var sum = self
    sum.instructions += other.instructions
    sum.instructionsOfTracer += other.instructionsOfTracer
    sum.systemCalls += other.systemCalls
    sum.calls.merge(other.calls, uniquingKeysWith: +)
    return sum
  }

  /// The instructions in a line of costs: positions, which may be relative to the last ones, and then the costs.
  private static func cost(_ line: Substring, positions: Int) -> Int? {
    guard let first = line.first, first.isNumber || "+-*".contains(first) else { return nil }
    return line.split(separator: " ").dropFirst(positions).first.flatMap { Int($0) }
  }

  /// How often the functions were called in all.
  func calls(of names: [String]) -> Int {
    names.reduce(0) { $0 + (calls[$1] ?? 0) }
  }

  /// The option that makes callgrind count calls of the kernel, beside the instructions.
  static let systemCallOption = "--collect-systime=yes"

  /// The name that callgrind gives to the number of calls of the kernel.
  private static let systemCallEvent: Substring = "sysCount"

  /// How the names of LTTng-UST's libraries begin.
  static let tracer = "liblttng-ust"

  /// A thread of LTTng-UST runs its code, and none but that of the C library besides, and of the unwinder
  /// when it is cancelled.
  ///
  /// A program's own thread that records runs LTTng's code too, but it has begun elsewhere.
  private static func isOfTracer(_ objects: Set<Substring>) -> Bool {
    let system = [
      "libc.so", "libc-", "ld-linux", "ld-musl", "libpthread", "libgcc_s", "libnuma", "liburcu",
      tracer,
    ]
    return objects.contains { $0.hasPrefix(tracer) }
      && objects.allSatisfy { object in system.contains { object.hasPrefix($0) } }
  }

  /// glibc's function for the table of a new thread's variables, which `pthread_create` calls.
  static let threadStart = "allocate_dtv"

  /// Whether what a function allocates isn't counted: the allocator itself, and what starts a thread.
  static func allocatesUncounted(_ name: String) -> Bool {
    // What glibc's functions for memory at an alignment have in common.
    CountedFunctions.allocations.contains(name) || name.hasPrefix("_mid_memalign")
      || name == threadStart
  }
}

extension CallgrindProfile {
  /// The counts of one operation: what a run has more than one of so many operations fewer, or than nothing.
  func counts(beyond fewer: CallgrindProfile? = nil, operations: Int = 1) -> RowCounts {
    func each(_ count: (CallgrindProfile) -> Int) -> Double {
      Double(count(self) - (fewer.map(count) ?? 0)) / Double(operations)
    }
    return RowCounts(
      instructions: each { $0.instructions },
      allocations: each { $0.calls(of: CountedFunctions.allocations) },
      objects: each { $0.calls(of: CountedFunctions.objects) },
      retains: each { $0.calls(of: CountedFunctions.retains) },
      releases: each { $0.calls(of: CountedFunctions.releases) },
      systemCalls: each { $0.systemCalls },
      iterations: operations
    )
  }
}

/// The functions whose calls are counted.
enum CountedFunctions {
  static let allocations = [
    "malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign",
  ]
  static let objects = ["swift_allocObject"]
  static let retains = [
    "swift_retain", "swift_retain_n", "swift_bridgeObjectRetain", "swift_bridgeObjectRetain_n",
    "swift_nonatomic_retain",
  ]
  static let releases = [
    "swift_release", "swift_release_n", "swift_bridgeObjectRelease",
    "swift_bridgeObjectRelease_n", "swift_nonatomic_release",
  ]
}
