/// Why the recorder ended the command.
public enum CommandEnd: Sendable, Equatable {
  /// It could not have gone on: nobody empties the buffers of a lossless recording any more.
  case traceFailed

  /// The time was over that it was to be recorded for.
  case timeLimit
}
