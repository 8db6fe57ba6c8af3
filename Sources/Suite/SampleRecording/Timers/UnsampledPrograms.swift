import Foundation
import ObjectFiles
import ProcessLaunching

/// The programs that sampled processes have started, and that don't sample themselves.
///
/// They are searched among the descendants of sampled processes. One that lives shorter than the time between two looks is missed.
struct UnsampledPrograms {
  /// A process while it executes one program.
  private struct Execution: Hashable {
    let process: Int32
    let program: String
  }

  /// How many looks must see an execution before it counts: a program loads its libraries a moment after its begin, and samples itself once
  /// all are loaded.
  private static let patience = 2
  private static let longPatience = 25

  private var sightings: [Execution: Int] = [:]
  private var isStatic: [String: Bool] = [:]
  private var found: [String: Set<Int32>] = [:]
  /// Processes that have loaded the library and have no ring.
  private var withoutRing: [String: Set<Int32>] = [:]

  /// Looks at processes and all their descendants.
  ///
  /// - Complexity: Proportional to the number of their threads.
  mutating func look(from processes: Set<Int32>) {
    var reached = Array(processes)
    var known = processes
    var index = 0
    while index < reached.count {
      let process = reached[index]
      index += 1
      for child in ProcessTree.children(of: process) where known.insert(child).inserted {
        reached.append(child)
      }
      look(at: process)
    }
  }

  private mutating func look(at process: Int32) {
    guard let program = Self.program(of: process) else { return }
    let execution = Execution(process: process, program: program)
    let count = sightings[execution, default: 0] + 1
    guard count <= Self.longPatience else { return }
    sightings[execution] = count
    if isLinkedStatically(execution)
      || count == Self.patience && !Self.hasMapped(TimerLibrary.name, process)
    {
      sightings[execution] = Self.longPatience
      found[program, default: []].insert(process)
    } else if count == Self.longPatience, !Self.hasMapped("/rings/\(process)-", process) {
      withoutRing[program, default: []].insert(process)
    }
  }

  private mutating func isLinkedStatically(_ execution: Execution) -> Bool {
    if let known = isStatic[execution.program] { return known }
    let object = ELFFile(path: "/proc/\(execution.process)/exe")
    let answer = object.map { !$0.isLinkedWhenStarted } ?? false
    isStatic[execution.program] = answer
    return answer
  }

  /// The file that a process executes, or the name of another user's process; `nil` for one that has ended.
  private static func program(of process: Int32) -> String? {
    let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
    if let file { return file }
    return ProcessTree.isRunning(process) ? ProcessFile.name("/proc/\(process)") : nil
  }

  private static func hasMapped(_ name: String, _ process: Int32) -> Bool {
    ProcessFile.mappings(of: process)?.contains { $0.path.contains(name) } == true
      // It has ended meanwhile.
      || !ProcessTree.isRunning(process)
  }

  /// The findings: a line each.
  var gaps: [String] {
    found.sorted { $0.key < $1.key }.map { program, processes in
      let reason =
        isStatic[program] == true
        ? "it is linked statically"
        : "it has not loaded \(TimerLibrary.name), as programs don't that are set-user-ID, of another user, or started "
          + "without LD_PRELOAD"
      return Self.gap(program, processes, reason)
    }
      + withoutRing.sorted { $0.key < $1.key }.map { program, processes in
        Self.gap(
          program,
          processes,
          "it could not write its samples, as programs can't that have changed their user or root directory, or had no room"
        )
      }
  }

  private static func gap(_ program: String, _ processes: Set<Int32>, _ reason: String) -> String {
    "processes of \(program) that were not sampled: \(processes.count) at least; \(reason)"
  }
}
