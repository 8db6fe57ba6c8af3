public import NativeViews
public import Tempura

/// A test that compares any controller with references, one per test case, whose name determines what it shows.
///
///     @Suite struct AboutTests: UIViewControllerTestCase {
///       var viewController: AboutViewController { AboutViewController() }
///       func configure(vc: AboutViewController, for testCase: String) { vc.isOpen = testCase == "about.open" }
///       @Test @MainActor func `the page is seen`() { uiTest(testCases: ["about", "about.open"]) }
///     }
///
/// For a controller whose view shows a view model, use ``ViewControllerTestCase``.
///
/// Source: docs/semantics/tempura.md, S8.
public protocol UIViewControllerTestCase: ScreenTestCase where TestCases == [String], Tested == VC {
  /// The type of the controller.
  associatedtype VC: AnyViewController
  /// The type of its view.
  associatedtype V = NativeView
  // Repeats the clause above, since the compiler infers neither from it.
  associatedtype TestCases = [String]
  associatedtype Tested = VC

  /// A new controller; read once per test case and screen, which is `SnapshotEnvironment.current`.
  @MainActor var viewController: VC { get }

  /// Sets the controller's content; by default does nothing.
  @MainActor func configure(vc: VC, for testCase: String)
}

extension UIViewControllerTestCase {
  /// Does nothing.
  @MainActor public func configure(vc: VC, for testCase: String) {}

  /// The test cases, each with a controller of its own, on all screens.
  @MainActor
  public func runs(
    _ identifiers: [String],
    _ context: UITests.VCContext<VC>,
    recording: SnapshotRecording?,
    at location: SnapshotLocation
  ) -> ScreenRuns {
    runs(of: identifiers, context, recording: recording, at: location) { run, identifier in
      let controller = viewController
      try show(controller, in: run, named: identifier, hooks: context.hooks) {
        configure(vc: controller, for: identifier)
      }
    }
  }
}
