import NativeViews

/// A program of which all backends show the same frames.
@MainActor
protocol AgreedProgram: AnyObject {
  var tree: ViewTree { get }
  /// Names of the changes since the last frame.
  var log: [String] { get }
  /// How often each completion that was asked for has come.
  var completions: [Int] { get }
  var diagnoses: [ViewDiagnosis] { get }

  /// Makes random changes, and a frame.
  func update()
  /// Lets all animations end.
  func settle()
  /// What is shown when nothing moves, and the same made anew.
  func shownAndRebuilt() -> (shown: [String], rebuilt: [String])
}

extension RandomProgram: AgreedProgram {}
