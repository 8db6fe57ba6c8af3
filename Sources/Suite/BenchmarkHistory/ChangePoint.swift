/// A place in a series where its level changes.
package struct ChangePoint: Equatable, Sendable {
  /// The index of the first value of the new level.
  package let index: Int

  /// The median of the values from the change point before to this one, without outliers.
  package let before: Double

  /// The median of the values from this change point to the next, without outliers.
  package let after: Double

  /// How probable a difference as large as this one is between two parts of a series that does not
  /// change; not corrected for the number of places where it could have been found.
  package let probability: Double

  /// The change as a part of the level before: 0.05 is 5 % more; infinite from a level of 0.
  package var change: Double {
    if after == before { return 0 }
    return before == 0 ? (after > 0 ? .infinity : -.infinity) : (after - before) / abs(before)
  }
}
