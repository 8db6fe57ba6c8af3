import Foundation
import NativeViews
import Tempura
import Testing
import ViewRecording

/// A view that counts how often its children are placed.
private final class Sheet: NativeView {
  var layouts = 0
  override func layoutSubviews() { layouts += 1 }
}

private final class SheetScreen: AnyViewController {
  let sheet = Sheet()
  var insets: [SafeAreaInsets] = []
  override func loadView() -> NativeView { sheet }
  override func viewSafeAreaInsetsDidChange() {
    super.viewSafeAreaInsetsDidChange()
    insets.append(safeAreaInsets)
  }
}

@MainActor
struct `screens that are covered` {
  enum Cover: CaseIterable {
    case push
    case tab
    case modal
    case removal
  }

  private let display = ChangingDisplay()
  private let window: Window
  private let screen = SheetScreen()

  init() {
    window = Window(tree: ViewTree(size: CGSize(width: 400, height: 800), backend: display))
  }

  /// Shows the screen, covers it, and tells how to take the cover away.
  private func cover(by cover: Cover) -> () -> Void {
    defer { window.settle() }
    switch cover {
    case .push:
      let navigation = NavigationController(rootViewController: screen)
      navigation.isNavigationBarHidden = true
      window.rootViewController = navigation
      window.settle()
      navigation.pushViewController(AnyViewController(), animated: true)
      return { navigation.popViewController(animated: true) }
    case .tab:
      let tabs = TabBarController(viewControllers: [screen, AnyViewController()])
      window.rootViewController = tabs
      window.settle()
      tabs.selectedIndex = 1
      return { tabs.selectedIndex = 0 }
    case .modal:
      window.rootViewController = screen
      window.settle()
      screen.present(AnyViewController(), animated: true)
      return { screen.dismiss(animated: true) }
    case .removal:
      let (parent, container) = (AnyViewController(), ContainerView())
      parent.rootView.append(container)
      container.frame = CGRect(x: 0, y: 0, width: 400, height: 800)
      window.rootViewController = parent
      parent.add(screen, in: container)
      window.settle()
      screen.remove()
      return { parent.add(screen, in: container) }
    }
  }

  @Test(arguments: Cover.allCases)
  func `are laid out in the frame in which they come back, where that was asked for`(by: Cover) {
    let uncover = cover(by: by)
    #expect(screen.sheet.tree == nil)
    screen.sheet.layouts = 0
    screen.sheet.setNeedsLayout()
    window.settle()
    #expect(screen.sheet.layouts == 0)
    uncover()
    window.tree.flush()
    #expect(screen.sheet.layouts == 1)
    window.settle()
    #expect(screen.sheet.layouts == 1)
  }

  @Test(arguments: Cover.allCases)
  func `are not laid out anew where nothing has changed`(by: Cover) {
    let uncover = cover(by: by)
    screen.sheet.layouts = 0
    uncover()
    window.settle()
    #expect(screen.sheet.layouts == 0)
  }

  @Test(arguments: Cover.allCases)
  func `are laid out where they come back to another display`(by: Cover) {
    let uncover = cover(by: by)
    screen.sheet.layouts = 0
    display.displayScale = 1.5
    window.settle()
    #expect(screen.sheet.layouts == 0)
    uncover()
    window.tree.flush()
    #expect(screen.sheet.layouts == 1)
  }

  @Test(arguments: Cover.allCases)
  func `have the safe area of the window to which they come back`(by: Cover) {
    let uncover = cover(by: by)
    let insets = SafeAreaInsets(top: 40)
    window.safeAreaInsets = insets
    window.settle()
    (screen.insets, screen.sheet.layouts) = ([], 0)
    uncover()
    window.settle()
    #expect(screen.safeAreaInsets == insets)
    #expect(screen.insets.last ?? insets == insets)
    // Those that are in the window's hands were told at once, and are laid out when they come back.
    #expect(screen.sheet.layouts == 1)
  }
}
