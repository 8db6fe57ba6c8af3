/// The system doesn't let a thread run where it was asked to.
public struct ProcessorAffinityError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The numbers of the processors.
  public let processors: [Int]
  /// What the system says.
  public let reason: String

  /// What is wrong and what to do, in one line.
  public var description: String {
    "processors \(processors): a thread can't run on them only: \(reason); "
      + "allow the process more of them (taskset, cgroup)"
  }
}
