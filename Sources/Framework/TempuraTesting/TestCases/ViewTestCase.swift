import Foundation
public import NativeViews
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
/// A type of Swift Testing or of XCTest may adopt it. The protocol isn't isolated itself, for XCTest finds no isolated methods on
/// Linux.
///
/// Source: docs/semantics/tempura.md, S8.
public protocol ViewTestCase {
  /// The type of the view.
  associatedtype V: ViewControllerModellableView

  /// Whether the view can be compared; asked frame by frame.
  @MainActor func isViewReady(_ view: V, identifier: String) -> Bool

  /// The views whose whole content is compared as well, by a suffix of the test case's name.
  @MainActor func scrollViewsToTest(in view: V, identifier: String) -> [String: ScrollView]

  /// The references; those beside the file of the call unless it is implemented.
  @MainActor var snapshots: Snapshots? { get }
}

extension ViewTestCase {
  /// Yes.
  @MainActor public func isViewReady(_ view: V, identifier: String) -> Bool { true }

  /// None.
  @MainActor public func scrollViewsToTest(in view: V, identifier: String) -> [String: ScrollView] {
    [:]
  }

  /// Those beside the file of the call.
  @MainActor public var snapshots: Snapshots? { nil }

  /// Test cases of models on all screens.
  @MainActor
  func runs(
    _ models: [String: any ViewModel],
    _ context: UITests.Context<V>,
    recording: SnapshotRecording?,
    at location: SnapshotLocation
  ) -> ScreenRuns {
    let snapshots = snapshots ?? .besides(location.filePath)
    let (surroundings, hooks) = (context.surroundings, context.hooks)
    return ScreenRuns(models.keys, in: surroundings) { identifier, environment in
      let model: V.VM? = try models[identifier].map { try checked($0, named: identifier) }
      let run = try ScreenRun(
        identifier,
        on: environment,
        surroundings,
        snapshots,
        recording: recording,
        at: location
      )
      let controller = HookableViewController<V>(model: model, hooks: hooks)
      run.isReady = { isViewReady(controller.shown, identifier: identifier) }
      run.scrollViews = { scrollViewsToTest(in: controller.shown, identifier: identifier) }
      run.didLayOut = {
        guard hooks[.viewDidLayoutSubviews] != nil else { return }
        controller.call(.viewDidLayoutSubviews)
        controller.shown.setNeedsLayout()
      }
      try run.show(controller) { controller.call(.navigationControllerHasBeenCreated) }
      return run
    }
  }
}

/// A view model of the type that a view shows.
func checked<VM: ViewModel>(
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
