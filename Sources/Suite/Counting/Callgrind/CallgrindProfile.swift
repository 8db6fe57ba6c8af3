import BenchmarkResults
import Foundation

/// The counts of callgrind for one run of a program, or for one of its threads.
///
/// Source: the Callgrind format specification, valgrind manual, chapter 6. Each name is written once, then referred to by a number in
/// parentheses.
struct CallgrindProfile: Equatable {
  /// The total of machine instructions.
  private(set) var instructions = 0
  /// The instructions of LTTng-UST and its callees: the work of its own threads depends on who records on the machine.
  private(set) var instructionsOfTracer = 0
  /// System calls; 0 if callgrind didn't count them.
  private(set) var systemCalls = 0
  /// The number of calls of each function, by its name without recursion marks.
  ///
  /// It leaves out calls by LTTng-UST, which emits a session's events in the program's own thread if the session existed first. It also
  /// leaves out the allocator's calls of itself, as for aligned memory, and what the C library allocates for a thread it starts: the size
  /// of a thread pool depends on the machine's load.
  private(set) var calls: [String: Int] = [:]
  /// Whether it belongs to a thread that LTTng-UST started: that registers the program with the session daemons, at a varying cost that
  /// belongs to no row.
  private(set) var isOfTracer = false

  /// Reads output of `valgrind --tool=callgrind`; `nil` if it has no total, as after a crash.
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
    // The columns before the costs: the line; with --dump-instr also the address before it.
    var positions = 1
    // Whether the next call stays within LTTng, and whether the next costs are those of a call.
    var (staysInTracer, isCall) = (true, false)
    for line in text.split(separator: "\n") {
      if isInTracer, let cost = Self.cost(line, positions: positions) {
        // The cost of a call to LTTng's own code is already in the lines of that code.
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
        // Only the first mention has the path.
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

  /// Reads output of `valgrind --tool=callgrind --separate-threads=yes`, and adds up the threads of all processes except LTTng's own.
  ///
  /// - Parameter path: The output path given to valgrind; its files end in the number of a thread, or of a process and a thread.
  /// - Returns: The sum, and the text of each thread; `nil` if no thread has a total.
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

  /// The instructions in a line of costs: positions, which may be relative to the previous ones, then the costs.
  private static func cost(_ line: Substring, positions: Int) -> Int? {
    guard let first = line.first, first.isNumber || "+-*".contains(first) else { return nil }
    return line.split(separator: " ").dropFirst(positions).first.flatMap { Int($0) }
  }

  /// The total calls of some functions.
  func calls(of names: [String]) -> Int {
    names.reduce(0) { $0 + (calls[$1] ?? 0) }
  }

  /// The option that makes callgrind count system calls, in addition to instructions.
  static let systemCallOption = "--collect-systime=yes"

  /// callgrind's name for the number of system calls.
  private static let systemCallEvent: Substring = "sysCount"

  /// The prefix of LTTng-UST's library names.
  static let tracer = "liblttng-ust"

  /// Whether a thread belongs to LTTng-UST: it runs only its code, that of the C library, and the unwinder's when it is cancelled.
  ///
  /// A program's own recording thread runs LTTng's code too, but it starts elsewhere.
  private static func isOfTracer(_ objects: Set<Substring>) -> Bool {
    let system = [
      "libc.so", "libc-", "ld-linux", "ld-musl", "libpthread", "libgcc_s", "libnuma", "liburcu",
      tracer,
    ]
    return objects.contains { $0.hasPrefix(tracer) }
      && objects.allSatisfy { object in system.contains { object.hasPrefix($0) } }
  }

  /// glibc's function that allocates the table of a new thread's variables; `pthread_create` calls it.
  static let threadStart = "allocate_dtv"

  /// Whether a function's allocations aren't counted: those of the allocator itself, and of thread starts.
  static func allocatesUncounted(_ name: String) -> Bool {
    // The common prefix of glibc's functions for aligned memory.
    CountedFunctions.allocations.contains(name) || name.hasPrefix("_mid_memalign")
      || name == threadStart
  }
}

extension CallgrindProfile {
  /// The counts of one operation: the difference to a run of `operations` fewer, or to nothing.
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
