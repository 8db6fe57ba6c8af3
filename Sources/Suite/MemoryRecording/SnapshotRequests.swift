import CHeapLayout
import Foundation
import Glibc
import MemoryFiles
import ProcessLaunching

/// Asks programs that run for a snapshot, by the signal that their library listens to.
enum SnapshotRequests {
  /// Asks all that write to a folder.
  ///
  /// - Parameters:
  ///   - directory: The folder.
  ///   - isPeriodic: Whether nobody asked for it at this moment.
  static func send(to directory: MemoryDirectory, isPeriodic: Bool) {
    // A process has a file for each program that it has executed; only the last one's library listens.
    var signals: [Int32: (start: UInt64, signal: Int32)] = [:]
    for file in directory.files {
      guard let header = header(of: file), header.end == 0 else { continue }
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

  private static func header(of path: String) -> HamonFileHeader? {
    let size = MemoryLayout<HamonFileHeader>.size
    guard let file = FileHandle(forReadingAtPath: path),
      let bytes = try? file.read(upToCount: size), bytes.count == size
    else { return nil }
    // SAFETY: the bytes have the size of the structure, which is nothing but numbers.
    return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: HamonFileHeader.self) }
  }

  /// Whether a process catches a signal: one that now executes something else would end by it.
  private static func listens(_ process: Int32, to signal: Int32) -> Bool {
    guard (1...64).contains(signal),
      let mask = ProcessFile.status("/proc/\(process)")["SigCgt"]?.first
    else { return false }
    return UInt64(mask, radix: 16).map { $0 >> UInt64(signal - 1) & 1 == 1 } ?? false
  }
}
