import CMachine
import Foundation

/// The peak of this process' memory, which the kernel counts as that of each process that it starts.
///
/// A process begins in the memory of the one that starts it, and until it executes its program that one's peak is its own
/// (`exec_mmap` of Linux). So a program that needs less than that seems to need just as much.
package enum InheritedPeak {
  /// Gives back what is free, and lets the peak begin anew at what is left: proc(5), `clear_refs`.
  ///
  /// Where that isn't allowed, the peak stays what it was.
  package static func lower() {
    cmachine_give_back_free_memory()
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
  }

  /// How far a peak has to be beyond the one that it was started with, to be a program's own.
  private static let leastExcess = 0.05

  /// Whether a program's peak is its own, and not that which it was started with.
  ///
  /// - Parameters:
  ///   - peak: The peak, in bytes.
  ///   - inherited: The least that any program seems to have; `nil` where that isn't known.
  /// - Returns: Whether it is.
  package static func isExceeded(by peak: Int, inherited: Int? = bytes) -> Bool {
    Double(peak) > Double(inherited ?? 0) * (1 + leastExcess)
  }

  /// The peak, in bytes; `nil` where the kernel doesn't tell.
  package static var bytes: Int? {
    ProcessFile.status("/proc/self")["VmHWM"]?.first.flatMap { Int($0) }.map { $0 * 1024 }
  }
}
