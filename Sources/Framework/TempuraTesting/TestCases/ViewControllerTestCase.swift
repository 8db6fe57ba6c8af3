public import Tempura

/// A controller that a ``ViewControllerTestCase`` tests: its view shows a view model.
///
/// Each `ViewController` is one, and so is any other controller of a `ModellableView` that says so.
public protocol TestableViewController: AnyViewController {
  /// The type of the view.
  associatedtype V: ModellableView
  /// The view.
  var rootView: V { get }
}

extension ViewController: TestableViewController {}

/// A test that compares a controller with references, one for each of some view models.
///
/// Each test case gets a controller of its own, which ``configure(vc:for:model:)`` gives what it is to show once it is seen.
///
/// Source: docs/semantics/tempura.md, S8.
public protocol ViewControllerTestCase: ScreenTestCase
where TestCases == [String: VC.V.VM], Tested == VC, V == VC.V {
  /// The type of the controller.
  associatedtype VC: TestableViewController
  // What the clause above says, for the compiler infers none of it from there.
  associatedtype TestCases = [String: VC.V.VM]
  associatedtype Tested = VC
  associatedtype V = VC.V

  /// A new controller; read once for each test case and screen, which `SnapshotEnvironment.current` tells.
  @MainActor var viewController: VC { get }

  /// Gives the controller what it is to show.
  @MainActor func configure(vc: VC, for testCase: String, model: VC.V.VM)
}

extension ViewControllerTestCase {
  /// Gives the model to the controller, or to the view of one that isn't a ``ViewController``, after none, so that nothing is
  /// animated from another one.
  @MainActor public func configure(vc: VC, for testCase: String, model: VC.V.VM) {
    if let screen = vc as? any StoreFollowing {
      screen.show(model)
    } else {
      vc.rootView.model = nil
      vc.rootView.model = model
    }
  }

  /// The models, each in a controller of its own, on all screens.
  @MainActor
  public func runs(
    _ models: [String: VC.V.VM],
    _ context: UITests.VCContext<VC>,
    recording: SnapshotRecording?,
    at location: SnapshotLocation
  ) -> ScreenRuns {
    runs(of: models.keys, context, recording: recording, at: location) { run, identifier in
      guard let model = models[identifier] else { return }
      let controller = viewController
      try show(controller, in: run, named: identifier, hooks: context.hooks) {
        configure(vc: controller, for: identifier, model: model)
      }
    }
  }
}
