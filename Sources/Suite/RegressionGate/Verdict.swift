/// What a gate says of a row, or of one metric of it.
package enum Verdict: String, Codable, Sendable {
  /// Nothing has grown that a gate takes for a change.
  case pass
  /// Something has got smaller by more than the limit, and nothing has grown.
  case improvement
  /// Something has grown by more than the limit.
  case regression
  /// It was measured, and it is too noisy to tell.
  case unknown
  /// It was not measured: a side crashed, hung, was wrong or isn't there.
  case unmeasured
}
