/// What a recording records.
public enum RecordingTarget: Sendable, Equatable {
  /// A command, with its arguments, and all that it starts.
  case command([String])

  /// A process that runs already, and nothing else.
  case process(Int32)
}
