import FoundationEssentials
import Glibc

/// A process with all its descendants.
package enum ProcessTree {
  /// Ends a process and all its descendants at once.
  ///
  /// All are stopped first. A signal only requests that: a process about to start another one still does, and a list read before that would
  /// miss the new one. So each is awaited until it rests, ten seconds for all.
  ///
  /// A process whose parent has ended is not found: it belongs to nobody any more.
  ///
  /// - Parameter process: Not waited for yet, so that its id is its own.
  package static func kill(_ process: Int32) {
    let deadline = ContinuousClock.now + .seconds(10)
    var processes: [Int32] = []
    var found = [process]
    repeat {
      // Another user's process can't be stopped, and not be killed either.
      for process in found where Glibc.kill(process, SIGSTOP) == 0 {
        while !isAtRest(process), ContinuousClock.now < deadline { usleep(200) }
      }
      processes += found
      // All are read again: if nobody waits for children, the kernel skips the one after a child that ends during the reading: proc(5).
      found = Array(Set(processes.flatMap(children(of:))).subtracting(processes))
    } while !found.isEmpty && ContinuousClock.now < deadline
    for process in processes + found { Glibc.kill(process, SIGKILL) }
  }

  /// Whether a stopped process can no longer start another.
  private static func isAtRest(_ process: Int32) -> Bool {
    threads(of: process).allSatisfy { thread in
      switch ProcessFile.statFields(thread)?.first {
      case "R", "S": false
      // After vfork(2) it waits for its child, stopped or not; otherwise it may wait for a disk.
      case "D": !children(ofThread: thread).isEmpty
      default: true
      }
    }
  }

  /// Sends a signal to all descendants of a process, but not to itself.
  package static func signalDescendants(of process: Int32, _ signal: Int32) {
    var processes = children(of: process)
    var index = 0
    while index < processes.count {
      processes += children(of: processes[index])
      index += 1
    }
    for process in processes { Glibc.kill(process, signal) }
  }

  /// Whether a child runs, even if it has not been waited for yet.
  package static func isRunning(_ process: Int32) -> Bool {
    ProcessFile.statFields("/proc/\(process)")?.first.map { !["Z", "X"].contains($0) } ?? false
  }

  /// The children of all threads of a process that have not been waited for; none if it has ended.
  package static func children(of process: Int32) -> [Int32] {
    threads(of: process).flatMap(children(ofThread:))
  }

  /// The directories of a process's threads.
  private static func threads(of process: Int32) -> [String] {
    let tasks = "/proc/\(process)/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return names.map { "\(tasks)/\($0)" }
  }

  private static func children(ofThread directory: String) -> [Int32] {
    (ProcessFile.text("\(directory)/children") ?? "").split(separator: " ").compactMap { Int32($0) }
  }
}
