public import NativeViews
public import Tempura

/// A test that compares screens with references: what ``ViewTestCase``, ``ViewControllerTestCase`` and ``UIViewControllerTestCase``
/// have in common.
///
/// A type of Swift Testing or of XCTest may adopt one of them. None is isolated itself, for XCTest finds no isolated methods on
/// Linux.
///
/// Source: docs/semantics/tempura.md, S8.
public protocol ScreenTestCase {
  /// The names of the references, with the models if models are shown.
  associatedtype TestCases
  /// The type of the view or the controller, which hooks get.
  associatedtype Tested: AnyObject
  /// The type of the view.
  associatedtype V: NativeView

  /// Whether the view can be compared; asked frame by frame.
  @MainActor func isViewReady(_ view: V, identifier: String) -> Bool

  /// The views whose whole content is compared as well, by a suffix of the test case's name.
  @MainActor func scrollViewsToTest(in tested: Tested, identifier: String) -> [String: ScrollView]

  /// The references; those beside the file of the call unless it is implemented.
  @MainActor var snapshots: Snapshots? { get }

  /// Test cases on all screens; implemented for views and for controllers already.
  @MainActor func runs(
    _ testCases: TestCases,
    _ context: UITests.Context<Tested>,
    recording: SnapshotRecording?,
    at location: SnapshotLocation
  ) -> ScreenRuns
}

extension ScreenTestCase {
  /// Yes.
  @MainActor public func isViewReady(_ view: V, identifier: String) -> Bool { true }

  /// None.
  @MainActor public func scrollViewsToTest(
    in tested: Tested,
    identifier: String
  ) -> [String: ScrollView] { [:] }

  /// Those beside the file of the call.
  @MainActor public var snapshots: Snapshots? { nil }

  /// Test cases on all screens, each of which the closure shows.
  @MainActor
  func runs(
    of identifiers: some Sequence<String>,
    _ context: UITests.Context<Tested>,
    recording: SnapshotRecording?,
    at location: SnapshotLocation,
    show: @escaping @MainActor (ScreenRun, String) throws -> Void
  ) -> ScreenRuns {
    let snapshots = snapshots ?? .besides(location.filePath)
    var names: Set<String> = []
    return ScreenRuns(identifiers, in: context.surroundings) { identifier, environment in
      let name = "\(identifier).\(environment)"
      guard names.insert(name).inserted else {
        throw SnapshotError.usedTwice(name: name, first: location, second: location)
      }
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
  /// Shows a controller, which is given what it is to show once it is seen.
  @MainActor
  func show(
    _ controller: Tested,
    in run: ScreenRun,
    named identifier: String,
    hooks: [UITests.Hook: UITests.HookClosure<Tested>],
    configure: @escaping @MainActor () -> Void
  ) throws {
    run.store = (controller as? any StoreFollowing)?.anyStore as? any SettlingStore
    // Before it is shown, for then its view is given a model.
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

/// A controller that follows a store and makes view models, and can be given others.
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
