import Foundation
import Katana
import NativeViews
import Tempura
import Testing

@testable import TempuraTesting

/// A view whose layout follows what it shows: a bar for each, all of one width.
final class BarsView: NativeView, ViewControllerModellableView {
  typealias VM = CounterModel
  private let label = TitleLabel()
  private let bars = NativeView()

  func setup() {
    append(bars)
    bars.append(label)
  }

  func style() { backgroundColor = .white }

  func update(oldModel: CounterModel?) {
    label.text = model?.count ?? "nothing"
    for _ in 0..<(model?.count.count ?? 0) {
      let bar = NativeView()
      bar.backgroundColor = .red
      bars.append(bar)
    }
    setNeedsLayout()
  }

  override func layoutSubviews() {
    bars.frame = bounds.insetBy(dx: 5, dy: 5)
    label.frame = CGRect(x: 0, y: 0, width: CGFloat(label.text.count) * 10, height: 20)
    var top = 25.0
    for bar in bars.children.dropFirst() {
      bar.frame = CGRect(x: 0, y: top, width: label.frame.width, height: 6)
      top += 8
    }
  }
}

final class BarsScreen: ViewController<BarsView> {}

/// Screens that get what they show while they are in no tree, as those in a stack below others do.
@Suite @MainActor
struct `Screens that are configured while they are covered`: ViewControllerTestCase {
  /// What a screen is covered by.
  enum Cover: String, CaseIterable { case push, modal, tab }

  /// What the protocol's requirements answer in a test.
  @MainActor
  final class Current {
    var snapshots: Snapshots?
    /// Nothing where the screen is configured while it is seen.
    var cover: Cover?
  }

  let folders: SnapshotFolders
  let current = Current()

  init() throws { folders = try SnapshotFolders() }

  var snapshots: Snapshots? { current.snapshots }

  var viewController: BarsScreen {
    let screen = BarsScreen(store: Store<CounterState, NoDependencies>())
    screen.shouldConnectWhenVisible = false
    return screen
  }

  func configure(vc: BarsScreen, for testCase: String, model: CounterModel) {
    guard let cover = current.cover else {
      vc.viewModel = model
      return
    }
    guard let tree = vc.view.tree else {
      Issue.record("the screen isn't seen")
      return
    }
    let stack = vc.parent as? NavigationController
    let tabs = vc.parent as? TabBarController
    switch cover {
    case .push: stack?.pushViewController(AnyViewController(), animated: false)
    case .modal: vc.present(AnyViewController(), animated: false)
    case .tab: tabs?.selectedIndex = 1
    }
    tree.flush()
    #expect(vc.view.tree == nil)
    vc.viewModel = model
    switch cover {
    case .push: stack?.popViewController(animated: false)
    case .modal: vc.dismiss(animated: false)
    case .tab: tabs?.selectedIndex = 0
    }
  }

  @Test(arguments: Cover.allCases)
  func `they look as if they had been seen`(_ cover: Cover) {
    let container = UITests.Container.custom { screen in
      cover == .tab
        ? TabBarController(viewControllers: [screen, AnyViewController()])
        : NavigationController(rootViewController: screen)
    }
    let context = UITests.VCContext<BarsScreen>(
      container: container,
      screenSize: CGSize(width: 100, height: 140)
    )
    let models = ["few": CounterModel("abc"), "many": CounterModel("abcdef")]
    current.snapshots = folders.run(.all)
    #expect(uiTest(testCases: models, context: context))
    (current.snapshots, current.cover) = (folders.run(), cover)
    #expect(uiTest(testCases: models, context: context))
    #expect(folders.names("references").count == 4)
  }
}
