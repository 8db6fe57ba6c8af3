public import Tempura

/// A test that compares a view with references, one for each of some view models.
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
  // What the clause above says, for the compiler infers neither from it.
  associatedtype TestCases = [String: V.VM]
  associatedtype Tested = V
}

extension ViewTestCase {
  /// The models, each in a view of its own, on all screens.
  @MainActor
  public func runs(
    _ models: [String: V.VM],
    _ context: UITests.Context<V>,
    recording: SnapshotRecording?,
    at location: SnapshotLocation
  ) -> ScreenRuns {
    runs(ofAny: models, context, recording: recording, at: location)
  }

  /// The same of models whose types are known when the test runs.
  @MainActor
  func runs(
    ofAny models: [String: any ViewModel],
    _ context: UITests.Context<V>,
    recording: SnapshotRecording?,
    at location: SnapshotLocation
  ) -> ScreenRuns {
    let hooks = context.hooks
    return runs(of: models.keys, context, recording: recording, at: location) { run, identifier in
      let model: V.VM? = try models[identifier].map { try checked($0, named: identifier) }
      let controller = HookableViewController<V>(model: model, hooks: hooks)
      run.isReady = { isViewReady(controller.shown, identifier: identifier) }
      run.scrollViews = { scrollViewsToTest(in: controller.shown, identifier: identifier) }
      run.didLayOut = {
        guard hooks[.viewDidLayoutSubviews] != nil else { return }
        controller.call(.viewDidLayoutSubviews)
        controller.shown.setNeedsLayout()
      }
      try run.show(controller) { controller.call(.navigationControllerHasBeenCreated) }
    }
  }
}

/// A view model of the type that a view shows.
private func checked<VM: ViewModel>(
  _ model: any ViewModel,
  named name: String
) throws(SnapshotError) -> VM {
  guard let model = model as? VM else {
    throw .unusableView(
      name: name,
      problem:
        "its view shows \(VM.self) and the model is a \(type(of: model)); use one of that type"
    )
  }
  return model
}
