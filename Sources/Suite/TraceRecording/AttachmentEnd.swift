/// Why the recording of a process that ran already came to its end.
public enum AttachmentEnd: Sendable, Equatable {
  /// The process ended.
  case processEnded

  /// A signal ended the recording; the process goes on.
  case interrupted

  /// The time was over; the process goes on.
  case timeLimit
}
