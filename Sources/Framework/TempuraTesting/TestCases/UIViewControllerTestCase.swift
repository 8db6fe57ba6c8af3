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
public protocol UIViewControllerTestCase: ScreenTestCase where TestCases == [String], Tested == VC {
  /// The type of the controller.
  associatedtype VC: AnyViewController
  /// The type of its view.
  associatedtype V = NativeView
  // What the clause above says, for the compiler infers neither from it.
  associatedtype TestCases = [String]
  associatedtype Tested = VC

  /// A new controller; read once for each test case and screen, which `SnapshotEnvironment.current` tells.
  @MainActor var viewController: VC { get }

  /// Gives the controller what it is to show; nothing unless it is implemented.
  @MainActor func configure(vc: VC, for testCase: String)
}

extension UIViewControllerTestCase {
  /// Nothing.
  @MainActor public func configure(vc: VC, for testCase: String) {}

  /// The test cases, each in a controller of its own, on all screens.
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
