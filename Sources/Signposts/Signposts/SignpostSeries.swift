import Synchronization

#if !canImport(os)
import CSignposts
#endif

/// A metric, whose names a trace has once: each of its events has a number that stands for them.
package struct SignpostSeries: ~Copyable, Sendable {
  private let name: TraceName
  private let signposter: Signposter
  #if !canImport(os)
  /// 0 for none yet.
  private let number = Atomic<UInt32>(0)
  #endif

  /// Makes a series with the subsystem and category of a signposter.
  package init(_ name: TraceName, _ signposter: Signposter) {
    self.name = name
    self.signposter = signposter
  }

  /// Records a number that changes over time.
  ///
  /// Complexity: allocates nothing.
  package func emitCounter(_ value: Int64) {
    #if !canImport(os)
    if csignposts_signpost_series_counter_enabled(), let number = told() {
      return csignposts_signpost_series_counter(number, value)
    }
    #endif
    signposter.emitCounter(name, value: value)
  }

  /// Records one value of a distribution.
  ///
  /// Complexity: allocates nothing.
  package func emitMeasurement(_ value: Double) {
    #if !canImport(os)
    if csignposts_signpost_series_measurement_enabled(), let number = told() {
      return csignposts_signpost_series_measurement(number, value)
    }
    #endif
    signposter.emitMeasurement(name, value: value)
  }

  #if !canImport(os)
  /// The number; `nil` if there is none, and the names have to be told.
  ///
  /// Two threads may each tell one, the first time.
  private func told() -> UInt32? {
    let known = number.load(ordering: .relaxed)
    if known != 0 { return known }
    // SAFETY: interned names live for ever.
    let made = unsafe csignposts_make_series(
      name.cString,
      signposter.subsystem.cString,
      signposter.category.cString
    )
    if made != 0 { number.store(made, ordering: .relaxed) }
    return made == 0 ? nil : made
  }
  #endif
}
