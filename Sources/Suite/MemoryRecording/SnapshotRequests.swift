import CHeapLayout
import Glibc
import MemoryFiles
import ProcessLaunching

/// Asks programs that run for a snapshot, by the signal that their library listens to.
enum SnapshotRequests {
  /// Asks all that write to some files.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - isPeriodic: Whether nobody asked for it at this moment.
  static func send(to files: [String], isPeriodic: Bool) {
    // A process has a file for each program that it has executed; only the last one's library listens.
    var signals: [Int32: (start: UInt64, signal: Int32)] = [:]
    for file in files {
      guard let header = MemoryFile.header(ofFileAt: file), header.end == 0 else { continue }
      if signals[header.pid].map({ $0.start < header.start }) ?? true {
        signals[header.pid] = (header.start, header.signal)
      }
    }
    for (process, (_, signal)) in signals where listens(process, to: signal) {
      let reason = isPeriodic ? HAMON_SNAPSHOT_PERIOD : HAMON_SNAPSHOT_SIGNAL
      // SAFETY: the value is passed as a number.
      _ = unsafe sigqueue(process, signal, sigval(sival_int: Int32(reason)))
    }
  }

  /// Whether a process catches a signal: one that now executes something else would end by it.
  private static func listens(_ process: Int32, to signal: Int32) -> Bool {
    guard (1...64).contains(signal),
      let mask = ProcessFile.status("/proc/\(process)")["SigCgt"]?.first
    else { return false }
    return UInt64(mask, radix: 16).map { $0 >> UInt64(signal - 1) & 1 == 1 } ?? false
  }
}
