public import NativeViews
public import Tempura

/// A test that compares any controller with references, one for each of some test cases, whose names say what it shows.
///
///     @Suite struct AboutTests: UIViewControllerTestCase {
///       var viewController: AboutViewController { AboutViewController() }
///       func configure(vc: AboutViewController, for testCase: String) { vc.isOpen = testCase == "about.open" }
///       @Test @MainActor func `the page is seen`() { uiTest(testCases: ["about", "about.open"]) }
///     }
///
/// For one whose view shows a view model there is ``ViewControllerTestCase``.
///
/// Source: docs/semantics/tempura.md, S8.
public protocol UIViewControllerTestCase {
  /// The type of the controller.
  associatedtype VC: AnyViewController
  /// The type of its view.
  associatedtype V: NativeView = NativeView

  /// A new controller; read once for each test case and screen.
  @MainActor var viewController: VC { get }

  /// Gives the controller what it is to show; nothing unless it is implemented.
  @MainActor func configure(vc: VC, for testCase: String)

  /// Whether the view can be compared; asked frame by frame.
  @MainActor func isViewReady(_ view: V, identifier: String) -> Bool

  /// The views whose whole content is compared as well, by a suffix of the test case's name.
  @MainActor func scrollViewsToTest(
    in viewController: VC,
    identifier: String
  )
    -> [String: ScrollView]

  /// The references; those beside the file of the call unless it is implemented.
  @MainActor var snapshots: Snapshots? { get }
}

extension UIViewControllerTestCase {
  /// Nothing.
  @MainActor public func configure(vc: VC, for testCase: String) {}

  /// Yes.
  @MainActor public func isViewReady(_ view: V, identifier: String) -> Bool { true }

  /// None.
  @MainActor public func scrollViewsToTest(
    in viewController: VC,
    identifier: String
  ) -> [String: ScrollView] { [:] }

  /// Those beside the file of the call.
  @MainActor public var snapshots: Snapshots? { nil }

  /// Test cases on all screens.
  @MainActor
  func runs(
    _ identifiers: [String],
    _ context: UITests.VCContext<VC>,
    recording: SnapshotRecording?,
    at location: SnapshotLocation
  ) -> ScreenRuns {
    let snapshots = snapshots ?? .besides(location.filePath)
    return ScreenRuns(identifiers, in: context.surroundings) { identifier, environment in
      let run = try ScreenRun(
        identifier,
        on: environment,
        context.surroundings,
        snapshots,
        recording: recording,
        at: location
      )
      let controller = viewController
      run.store = (controller as? any StoreFollowing)?.anyStore as? any SettlingStore
      let view: V = try shownView(of: controller, named: identifier)
      run.isReady = { isViewReady(view, identifier: identifier) }
      run.scrollViews = { scrollViewsToTest(in: controller, identifier: identifier) }
      try run.show(controller, hooks: context.hooks) { configure(vc: controller, for: identifier) }
      return run
    }
  }
}
