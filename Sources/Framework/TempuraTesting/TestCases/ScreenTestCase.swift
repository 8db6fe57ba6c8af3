public import NativeViews
public import Tempura

/// A test that compares screens with references: common to ``ViewTestCase``, ``ViewControllerTestCase`` and ``UIViewControllerTestCase``.
///
/// Types of Swift Testing or XCTest may adopt one of them. None is isolated itself, since XCTest finds no isolated methods on Linux.
///
/// Source: docs/semantics/tempura.md, S8.
public protocol ScreenTestCase {
  /// The names of the references, with the models if models are shown.
  associatedtype TestCases
  /// The type of the view or the controller, which hooks receive.
  associatedtype Tested: AnyObject
  /// The type of the view.
  associatedtype V: NativeView

  /// Whether the view can be compared; asked in each frame.
  @MainActor func isViewReady(_ view: V, identifier: String) -> Bool

  /// Views whose whole content is also compared, by a suffix for the test case's name.
  @MainActor func scrollViewsToTest(in tested: Tested, identifier: String) -> [String: ScrollView]

  /// The references; by default those next to the file of the call.
  @MainActor var snapshots: Snapshots? { get }

  /// Test cases on all screens; implemented for views and controllers.
  @MainActor func runs(
    _ testCases: TestCases,
    _ context: UITests.Context<Tested>,
    recording: SnapshotRecording?,
    at location: SnapshotLocation
  ) -> ScreenRuns
}

extension ScreenTestCase {
  /// True.
  @MainActor public func isViewReady(_ view: V, identifier: String) -> Bool { true }

  /// None.
  @MainActor public func scrollViewsToTest(
    in tested: Tested,
    identifier: String
  ) -> [String: ScrollView] { [:] }

  /// `nil`: those next to the file of the call.
  @MainActor public var snapshots: Snapshots? { nil }

  /// Test cases on all screens; the closure shows each.
  @MainActor
  func runs(
    of identifiers: some Sequence<String>,
    _ context: UITests.Context<Tested>,
    recording: SnapshotRecording?,
    at location: SnapshotLocation,
    show: @escaping @MainActor (ScreenRun, String) throws -> Void
  ) -> ScreenRuns {
    let snapshots = snapshots ?? .besides(location.filePath)
    var names = CallNames(at: location)
    return ScreenRuns(identifiers, in: context.surroundings) { identifier, environment in
      try names.take("\(identifier).\(environment)")
      let run = try ScreenRun(
        identifier,
        on: environment,
        context.surroundings,
        snapshots,
        recording: recording,
        at: location
      )
      try show(run, identifier)
      return run
    }
  }
}

extension ScreenTestCase where Tested: AnyViewController {
  /// Shows a controller, and sets its content once it is visible.
  @MainActor
  func show(
    _ controller: Tested,
    in run: ScreenRun,
    named identifier: String,
    hooks: [UITests.Hook: UITests.HookClosure<Tested>],
    configure: @escaping @MainActor () -> Void
  ) throws {
    run.store = (controller as? any StoreFollowing)?.anyStore as? any SettlingStore
    // Before it is shown, since its view gets a model then.
    guard let view = controller.view as? V else {
      let (type, found) = (type(of: controller), type(of: controller.view))
      throw SnapshotError.unusableView(
        name: identifier,
        problem: """
          loadView() of \(type) gave a \(found), and its view is \(V.self); let it make one of \
          that type
          """
      )
    }
    run.isReady = { isViewReady(view, identifier: identifier) }
    run.scrollViews = { scrollViewsToTest(in: controller, identifier: identifier) }
    try run.show(controller, testing: controller, hooks: hooks, configure: configure)
  }
}

/// A controller that makes view models from a store, and accepts others.
@MainActor
protocol StoreFollowing {
  var anyStore: Any { get }
  func show(_ model: Any)
}

extension ViewController: StoreFollowing {
  var anyStore: Any { store }

  func show(_ model: Any) {
    viewModel = nil
    viewModel = model as? V.VM
  }
}
