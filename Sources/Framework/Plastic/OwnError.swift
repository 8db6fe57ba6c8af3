/// The error that isn't a ``LayoutError`` with which a layout was left.
///
/// It is taken around what runs layouts, whose errors are of that one type.
struct OwnError {
  private var error: (any Error)?

  /// Calls something that may throw anything, within a layout.
  mutating func catching(_ body: () throws -> Void) throws(LayoutError) {
    do {
      try body()
    } catch let error as LayoutError {
      throw error
    } catch {
      self.error = error
      // Nobody sees it: it only ends the layout.
      throw .unknownKey("")
    }
  }

  /// What the layout shall throw that was left with an error.
  func replacing(_ error: LayoutError) -> any Error { self.error ?? error }
}
