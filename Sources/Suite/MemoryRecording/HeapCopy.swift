import CHeapLayout
import Glibc

/// A frozen copy of a process, which lends its memory until the recorder lets it go.
package struct HeapCopy: Sendable, Equatable {
  /// Why it was made.
  package enum Reason: String, Sendable {
    case end, signal, period, event
  }

  /// The process that was copied.
  package let process: Int32
  /// The copy, whose memory is to be read.
  package let copy: Int32
  /// Where the library keeps its `HamonHeap`.
  package let heapAddress: UInt64
  /// Counts from 1 in each program.
  package let number: Int
  package let reason: Reason
  /// The name that the program gave; mostly empty.
  package let label: String
  /// When all its threads stood still, in nanoseconds of CLOCK_MONOTONIC.
  package let time: UInt64
  /// How long they did, in nanoseconds.
  package let pause: UInt64

  /// Reads what a copy says of itself; `nil` if that is no such message, or of another version.
  ///
  /// - Parameters:
  ///   - message: The bytes that came.
  ///   - sender: The process that sent them, as the kernel knows it.
  init?(_ message: [UInt8], from sender: Int32) {
    guard message.count == MemoryLayout<HamonReport>.size else { return nil }
    // SAFETY: the array has the size of the structure, which is nothing but numbers.
    let report = unsafe message.withUnsafeBytes { unsafe $0.loadUnaligned(as: HamonReport.self) }
    guard report.magic == HeapCopy.magic, report.version == UInt32(HAMON_LAYOUT_VERSION) else {
      return nil
    }
    process = report.pid
    copy = sender
    heapAddress = report.heap
    number = Int(clamping: report.number)
    reason =
      switch Int(report.reason) {
      case HAMON_SNAPSHOT_END: .end
      case HAMON_SNAPSHOT_PERIOD: .period
      case HAMON_SNAPSHOT_EVENT: .event
      default: .signal
      }
    let text = message.suffix(MemoryLayout.size(ofValue: report.label)).prefix { $0 != 0 }
    label = String(decoding: text, as: UTF8.self)
    time = report.time
    pause = report.pause
  }

  /// HAMON_HEAP_MAGIC, which Swift can't import.
  static let magic: UInt64 = 0x6165_686e_6f6d_6168
}
