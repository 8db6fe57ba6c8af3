import CMachine
import Glibc
import SuiteErrors

/// The processors that a thread may run on.
///
/// For rows whose time depends on whether two threads share a processor, which the system decides anew in each run. Threads inherit the
/// processors of the thread that starts them.
public struct ProcessorAffinity: Equatable, Sendable {
  /// The numbers of the processors, ascending.
  public let processors: [Int]

  /// Creates an affinity to some processors.
  public init(processors: some Sequence<Int>) {
    self.processors = Set(processors).sorted()
  }

  /// The processors that the calling thread may run on now.
  public static var current: ProcessorAffinity {
    var allowed = [Bool](repeating: false, count: Int(cmachine_processor_limit()))
    // SAFETY: the array has as many elements as the call is told.
    _ = unsafe allowed.withUnsafeMutableBufferPointer { allowed in
      unsafe cmachine_allowed_processors(allowed.baseAddress, Int32(allowed.count))
    }
    return ProcessorAffinity(processors: allowed.indices.filter { allowed[$0] })
  }

  /// Lets the calling thread run on these processors only.
  ///
  /// - Throws: `ProcessorAffinityError` if the thread may run on none of them.
  public func apply() throws(ProcessorAffinityError) {
    let limit = Int(cmachine_processor_limit())
    var mask = [Bool](repeating: false, count: limit)
    for processor in processors where mask.indices.contains(processor) { mask[processor] = true }
    // SAFETY: the array has as many elements as the call is told.
    let code = unsafe mask.withUnsafeBufferPointer { mask in
      unsafe cmachine_run_only_on(mask.baseAddress, Int32(limit))
    }
    if code != 0 {
      throw ProcessorAffinityError(processors: processors, reason: SystemReason.text(code))
    }
  }
}

/// The system doesn't let a thread run where it was asked to.
public struct ProcessorAffinityError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The numbers of the processors.
  public let processors: [Int]
  /// The system's reason.
  public let reason: String

  /// `<subject>: <problem>; <remedy>`.
  public var description: String {
    "processors \(processors): a thread can't run on them only: \(reason); "
      + "allow the process more of them (taskset, cgroup)"
  }
}
