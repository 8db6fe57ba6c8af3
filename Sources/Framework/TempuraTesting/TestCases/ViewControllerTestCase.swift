public import Tempura

/// A controller that a ``ViewControllerTestCase`` can test: its view shows a view model.
///
/// Each `ViewController` is one, and so is any other controller of a `ModellableView` that conforms.
public protocol TestableViewController: AnyViewController {
  /// The type of the view.
  associatedtype V: ModellableView
  /// The view.
  var rootView: V { get }
}

extension ViewController: TestableViewController {}

/// A test that compares a controller with references, one per view model.
///
/// Each test case gets a controller of its own, whose content ``configure(vc:for:model:)`` sets once it is visible.
///
/// Source: docs/semantics/tempura.md, S8.
public protocol ViewControllerTestCase: ScreenTestCase
where TestCases == [String: VC.V.VM], Tested == VC, V == VC.V {
  /// The type of the controller.
  associatedtype VC: TestableViewController
  // Repeats the clause above, since the compiler infers none of it.
  associatedtype TestCases = [String: VC.V.VM]
  associatedtype Tested = VC
  associatedtype V = VC.V

  /// A new controller; read once per test case and screen, which is `SnapshotEnvironment.current`.
  @MainActor var viewController: VC { get }

  /// Sets the controller's content.
  @MainActor func configure(vc: VC, for testCase: String, model: VC.V.VM)
}

extension ViewControllerTestCase {
  /// Gives the model to the controller, or to the view if it isn't a ``ViewController``; before that `nil`, so that nothing is animated
  /// from another model.
  @MainActor public func configure(vc: VC, for testCase: String, model: VC.V.VM) {
    if let screen = vc as? any StoreFollowing {
      screen.show(model)
    } else {
      vc.rootView.model = nil
      vc.rootView.model = model
    }
  }

  /// The models, each with a controller of its own, on all screens.
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
