/// Why a row could not be measured, and on which side.
public struct SideError: Error, Equatable, CustomStringConvertible {
  /// Where it happened.
  public let side: GateSide
  /// What is wrong.
  public let message: String

  /// The side and what is wrong.
  public var description: String { "\(side.rawValue): \(message)" }

  init(side: GateSide, message: String) {
    self.side = side
    self.message = message
  }
}
