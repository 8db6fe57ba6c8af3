import FoundationEssentials
import Glibc

/// A process and all processes that it has started.
package enum ProcessTree {
  /// Ends a process and all that descend from it, at once.
  ///
  /// A process whose parent has ended is not found: it belongs to nobody any more.
  ///
  /// - Parameter process: Not waited for yet, so that its number is its own.
  package static func kill(_ process: Int32) {
    var processes = [process]
    var index = 0
    while index < processes.count {
      // A stopped process starts no other meanwhile.
      Glibc.kill(processes[index], SIGSTOP)
      processes += children(of: processes[index])
      index += 1
    }
    for process in processes { Glibc.kill(process, SIGKILL) }
  }

  /// Sends a signal to all that descend from a process, and not to itself.
  package static func signalDescendants(of process: Int32, _ signal: Int32) {
    var processes = children(of: process)
    var index = 0
    while index < processes.count {
      processes += children(of: processes[index])
      index += 1
    }
    for process in processes { Glibc.kill(process, signal) }
  }

  /// Whether a child runs, also if it has not been waited for yet.
  package static func isRunning(_ process: Int32) -> Bool {
    guard let data = ProcessFile.contents("/proc/\(process)/stat") else {
      return false
    }
    // The name before it may have parentheses itself.
    let text = String(decoding: data, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return false }
    return !["Z", "X"].contains(text[text.index(after: end)...].split(separator: " ").first ?? "X")
  }

  /// The children of all threads of a process that have not been waited for; none where it has ended.
  package static func children(of process: Int32) -> [Int32] {
    let tasks = "/proc/\(process)/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return names.flatMap { name -> [Int32] in
      guard let data = ProcessFile.contents("\(tasks)/\(name)/children") else {
        return []
      }
      return String(decoding: data, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
    }
  }
}
