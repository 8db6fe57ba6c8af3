public import Tempura

/// A test that compares a view with references, one per view model.
///
///     struct CounterTests: ViewTestCase {
///       typealias V = CounterView
///       @Test @MainActor func `the counter is seen`() {
///         uiTest(testCases: ["counter.two": CounterViewModel(count: "2")])
///       }
///     }
///
/// Source: docs/semantics/tempura.md, S8.
public protocol ViewTestCase: ScreenTestCase
where TestCases == [String: V.VM], Tested == V, V: ViewControllerModellableView {
  // Repeats the clause above, since the compiler infers neither from it.
  associatedtype TestCases = [String: V.VM]
  associatedtype Tested = V
}

extension ViewTestCase {
  /// The models, each with a view of its own, on all screens.
  @MainActor
  public func runs(
    _ models: [String: V.VM],
    _ context: UITests.Context<V>,
    recording: SnapshotRecording?,
    at location: SnapshotLocation
  ) -> ScreenRuns {
    runs(ofAny: models, context, recording: recording, at: location)
  }

  /// The same for models of dynamic type.
  @MainActor
  func runs(
    ofAny models: [String: any ViewModel],
    _ context: UITests.Context<V>,
    recording: SnapshotRecording?,
    at location: SnapshotLocation
  ) -> ScreenRuns {
    runs(of: models.keys, context, recording: recording, at: location) { run, identifier in
      guard let item = models[identifier] else { return }
      guard let model = item as? V.VM else {
        throw SnapshotError.unusableView(
          name: identifier,
          problem:
            "its view shows \(V.VM.self) and the model is a \(type(of: item)); use one of that type"
        )
      }
      let controller = HookableViewController<V>()
      let view = controller.shown
      run.isReady = { isViewReady(view, identifier: identifier) }
      run.scrollViews = { scrollViewsToTest(in: view, identifier: identifier) }
      try run.show(
        controller,
        testing: view,
        hooks: context.hooks,
        viewDidLoad: { view.model = model }
      )
    }
  }
}
