import CMachine
import FoundationEssentials

/// The peak of this process' memory, which the kernel counts as the peak of each process that it starts.
///
/// A process begins in the memory of the one that starts it, and inherits its peak until it executes its program (`exec_mmap` of Linux). So
/// a program that needs less seems to need just as much.
package enum InheritedPeak {
  /// Returns free memory to the system, and resets the peak to the rest: proc(5), `clear_refs`.
  ///
  /// If that isn't allowed, the peak stays.
  package static func lower() {
    cmachine_give_back_free_memory()
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
  }

  /// How far a peak must exceed the inherited one to be the program's own.
  private static let leastExcess = 0.05

  /// Whether a program's peak is its own, not inherited.
  ///
  /// - Parameters:
  ///   - peak: The peak, in bytes.
  ///   - inherited: The least peak that any program shows; `nil` if unknown.
  /// - Returns: Whether it is.
  package static func isExceeded(by peak: Int, inherited: Int? = bytes) -> Bool {
    Double(peak) > Double(inherited ?? 0) * (1 + leastExcess)
  }

  /// The peak, in bytes; `nil` if the kernel doesn't report it.
  package static var bytes: Int? {
    ProcessFile.status("/proc/self")["VmHWM"]?.first.flatMap { Int($0) }.map { $0 * 1024 }
  }
}
