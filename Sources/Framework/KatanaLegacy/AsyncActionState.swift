/// Where the work that an asynchronous action stands for is.
///
/// Source: SEMANTICS.md, L5.
public enum AsyncActionState: Equatable, Sendable {
  /// It begins.
  case loading
  /// So many per cent of it are done.
  case progress(percentage: Double)
  /// It was done.
  case completed
  /// It could not be done.
  case failed
}
