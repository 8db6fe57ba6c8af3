extension Signposter {
  /// Marks a moment.
  ///
  /// - Parameters:
  ///   - name: The name by which the report groups.
  ///   - id: The event's own id, which its fields have; by default a fresh one.
  ///   - parent: The interval that the event happened in; evaluated only while recorded.
  ///   - message: Details; evaluated only while recorded. Scalars outside printable ASCII are escaped, text over 30,000 bytes is cut.
  @inlinable
  public func emitEvent(
    _ name: StaticString,
    id: SignpostID = .none,
    parent: @autoclosure () -> SignpostID = .current,
    _ message: @autoclosure () -> String = ""
  ) {
    guard takesEvents else { return }
    emit(name, message: message(), id: id, parent: parent())
  }

  /// Records a number that changes over time, such as a queue's length or bytes in use.
  ///
  /// Units: as the name says; whole, because trace viewers read doubles with a float's precision.
  @inlinable
  public func emitCounter(_ name: StaticString, value: @autoclosure () -> Int) {
    guard takesCounters else { return }
    emitCounterValue(name, value())
  }

  /// Records one value of a distribution, such as the size of a request.
  ///
  /// Units: as the name says. Viewers may read it with a float's precision, the report doesn't.
  @inlinable
  public func emitMeasurement(_ name: StaticString, value: @autoclosure () -> Double) {
    guard takesMeasurements else { return }
    emitMeasurementValue(name, value())
  }
}
