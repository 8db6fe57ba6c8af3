/// What a gate tells while it runs.
package protocol GateProgress: Sendable {
  /// What will be done, before it begins.
  func plan(_ text: String)
  /// What is done now.
  func show(_ text: String)
}
