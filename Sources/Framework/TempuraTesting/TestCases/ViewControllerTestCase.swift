import Foundation
public import NativeViews
public import Tempura

/// A controller whose view shows a view model.
public protocol ModelShowing: AnyViewController {
  /// The type of the view.
  associatedtype V: ViewControllerModellableView
  /// What the view shows.
  var viewModel: V.VM? { get set }
}

extension ViewController: ModelShowing {}

/// A controller that follows a store.
@MainActor
protocol StoreFollowing {
  var anyStore: Any { get }
}

extension ViewController: StoreFollowing {
  var anyStore: Any { store }
}

/// A test that compares a controller with references, one for each of some view models.
///
/// Each test case gets a controller of its own, which ``configure(vc:for:model:)`` gives what it is to show once it is seen.
///
/// A type of Swift Testing or of XCTest may adopt it. The protocol isn't isolated itself, for XCTest finds no isolated methods on
/// Linux.
///
/// Source: docs/semantics/tempura.md, S8.
public protocol ViewControllerTestCase {
  /// The type of the controller.
  associatedtype VC: ModelShowing

  /// A new controller; read once for each test case and screen.
  @MainActor var viewController: VC { get }

  /// Gives the controller what it is to show.
  @MainActor func configure(vc: VC, for testCase: String, model: VC.V.VM)

  /// Whether the view can be compared; asked frame by frame.
  @MainActor func isViewReady(_ view: VC.V, identifier: String) -> Bool

  /// The views whose whole content is compared as well, by a suffix of the test case's name.
  @MainActor func scrollViewsToTest(
    in viewController: VC,
    identifier: String
  )
    -> [String: ScrollView]

  /// The references; those beside the file of the call unless it is implemented.
  @MainActor var snapshots: Snapshots? { get }
}

extension ViewControllerTestCase {
  /// Sets the view model, after none was set, so that nothing is animated from another one.
  @MainActor public func configure(vc: VC, for testCase: String, model: VC.V.VM) {
    vc.viewModel = nil
    vc.viewModel = model
  }

  /// Yes.
  @MainActor public func isViewReady(_ view: VC.V, identifier: String) -> Bool { true }

  /// None.
  @MainActor public func scrollViewsToTest(
    in viewController: VC,
    identifier: String
  ) -> [String: ScrollView] { [:] }

  /// Those beside the file of the call.
  @MainActor public var snapshots: Snapshots? { nil }

  /// Test cases of models on all screens.
  @MainActor
  func runs(
    _ models: [String: any ViewModel],
    _ context: UITests.VCContext<VC>,
    recording: SnapshotRecording?,
    at location: SnapshotLocation
  ) -> ScreenRuns {
    let snapshots = snapshots ?? .besides(location.filePath)
    return ScreenRuns(models.keys, in: context.surroundings) { identifier, environment in
      let run = try ScreenRun(
        identifier,
        on: environment,
        context.surroundings,
        snapshots,
        recording: recording,
        at: location
      )
      guard let anyModel = models[identifier] else { return run }
      let model: VC.V.VM = try checked(anyModel, named: identifier)
      let controller = viewController
      run.store = (controller as? any StoreFollowing)?.anyStore as? any SettlingStore
      // Before it is shown, for then its view is given a model.
      let view: VC.V = try shownView(of: controller, named: identifier)
      run.isReady = { isViewReady(view, identifier: identifier) }
      run.scrollViews = { scrollViewsToTest(in: controller, identifier: identifier) }
      try run.show(controller, hooks: context.hooks) {
        configure(vc: controller, for: identifier, model: model)
      }
      return run
    }
  }
}

/// The view of a controller, which has to be of a type.
@MainActor
func shownView<View>(
  of controller: AnyViewController,
  named name: String
) throws(SnapshotError) -> View {
  if let view = controller.view as? View { return view }
  let (type, found) = (type(of: controller), type(of: controller.view))
  throw .unusableView(
    name: name,
    problem:
      "loadView() of \(type) gave a \(found), and its view is \(View.self); let it make one of that type"
  )
}
