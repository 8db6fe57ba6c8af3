import Glibc

/// The set of tests to run.
package enum TestTier {
  /// Whether all run, with new seeds, as `make check` sets it by `HAMON_CHECK=1`: also those that take long, or measure.
  package static let isCheck = unsafe getenv("HAMON_CHECK") != nil
}
