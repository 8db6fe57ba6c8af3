import FoundationEssentials
package import Glibc

/// A process and what it has started.
package enum ProcessTree {
  /// Ends a process and all that descend from it, at once.
  ///
  /// What its parent has left to the system is not found: it belongs to nobody any more.
  ///
  /// - Parameter process: Not waited for yet, so that its number is its own.
  package static func kill(_ process: pid_t) {
    var processes = [process]
    var index = 0
    while index < processes.count {
      // Who is stopped starts nobody else meanwhile.
      Glibc.kill(processes[index], SIGSTOP)
      processes += children(of: processes[index])
      index += 1
    }
    for process in processes { Glibc.kill(process, SIGKILL) }
  }

  /// Whether a child runs, also if it has not been waited for yet.
  package static func isRunning(_ process: pid_t) -> Bool {
    guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") else {
      return false
    }
    // The name before it may have parentheses itself.
    let text = String(decoding: data, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return false }
    return !["Z", "X"].contains(text[text.index(after: end)...].split(separator: " ").first ?? "X")
  }

  private static func children(of process: pid_t) -> [pid_t] {
    let tasks = "/proc/\(process)/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return names.flatMap { name -> [pid_t] in
      guard let data = FileManager.default.contents(atPath: "\(tasks)/\(name)/children") else {
        return []
      }
      return String(decoding: data, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
    }
  }
}
