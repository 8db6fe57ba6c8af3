// Additional data of an interval, as typed fields: an event each, tied to it by its id.
extension Signposter {
  /// Adds a whole number to an interval that has begun, or to an event that is about to be emitted.
  ///
  /// - Parameters:
  ///   - key: The number's name.
  ///   - value: The number; evaluated only while recorded. A number outside 64 bits becomes the nearest one within.
  ///   - id: The interval's or event's; for `.none`, the id of an unrecorded interval, nothing is emitted.
  @inlinable
  public func emitField(
    _ key: StaticString,
    _ value: @autoclosure () -> some BinaryInteger,
    of id: SignpostID
  ) {
    guard takesIntegerFields, id != .none else { return }
    emitFieldValue(key, Int64(clamping: value()), of: id)
  }

  /// Adds a number to an interval that has begun, or to an event that is about to be emitted.
  ///
  /// Units: viewers may read it with a float's precision; give times and sizes as whole numbers.
  @inlinable
  public func emitField(
    _ key: StaticString,
    _ value: @autoclosure () -> Double,
    of id: SignpostID
  ) {
    guard takesFloatFields, id != .none else { return }
    emitFieldValue(key, value(), of: id)
  }

  /// Adds a Boolean to an interval that has begun, or to an event that is about to be emitted.
  @inlinable
  public func emitField(_ key: StaticString, _ value: @autoclosure () -> Bool, of id: SignpostID) {
    guard takesBooleanFields, id != .none else { return }
    emitFieldValue(key, value(), of: id)
  }

  /// Adds text to an interval that has begun, or to an event that is about to be emitted.
  ///
  /// Scalars outside printable ASCII are escaped, text over 30,000 bytes is cut.
  @inlinable
  public func emitField(
    _ key: StaticString,
    _ value: @autoclosure () -> String,
    of id: SignpostID
  ) {
    guard takesTextFields, id != .none else { return }
    emitFieldValue(key, value(), of: id)
  }
}

extension FieldList {
  /// Adds an error, as the fields `exception.type` and `exception.message`.
  package mutating func append(_ error: any Error) {
    append("exception.type", text: String(reflecting: type(of: error)))
    append("exception.message", text: String(describing: error))
  }
}
