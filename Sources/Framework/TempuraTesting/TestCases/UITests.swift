public import Foundation
public import Tempura

/// The settings of a ``ScreenTestCase``.
public enum UITests {
  /// The container in which the tested controller is shown.
  public enum Container: Sendable {
    /// None: the controller fills the screen.
    case none
    /// A navigation controller with it as the root.
    case navigationController
    /// A tab bar controller with it as the only tab.
    case tabBarController
    /// A container made by the closure.
    case custom(@MainActor @Sendable (AnyViewController) -> AnyViewController)
  }

  /// A moment at which a test may change the view or the controller.
  public enum Hook: Hashable, Sendable {
    /// After the view was loaded.
    case viewDidLoad
    /// Before the view becomes visible.
    case viewWillAppear
    /// After the view has become visible.
    case viewDidAppear
    /// After the views were placed for the first time; they are placed again afterwards.
    case viewDidLayoutSubviews
    /// After the navigation controller was made.
    case navigationControllerHasBeenCreated
  }

  /// Changes a view or a controller.
  public typealias HookClosure<V> = @MainActor @Sendable (V) -> Void

  /// The orientation of a screen.
  public enum Orientation: Hashable, Sendable {
    /// The longer side is the height.
    case portrait
    /// The longer side is the width.
    case landscape

    func oriented(_ size: CGSize) -> CGSize {
      let (short, long) = (min(size.width, size.height), max(size.width, size.height))
      return self == .portrait
        ? CGSize(width: short, height: long) : CGSize(width: long, height: short)
    }
  }

  /// A grey rectangle in place of the keyboard.
  public enum KeyboardVisibility: Hashable, Sendable {
    /// None.
    case hidden
    /// The height on a device with a screen of this size.
    case defaultHeight
    /// A height in points.
    case customHeight(CGFloat)

    /// The height on a screen.
    ///
    /// Source: docs/semantics/tempura.md, S9.
    public func height(on size: CGSize) -> CGFloat {
      switch self {
      case .hidden: return 0
      case .customHeight(let height): return height
      case .defaultHeight:
        let isPortrait = size.height > size.width
        let heights: (portrait: CGFloat, landscape: CGFloat) =
          switch max(size.width, size.height) {
          case ...667: (216, 171)
          case ...736: (226, 162)
          case ...812: (291, 171)
          case ...1023: (301, 171)
          case ...1193: (408, 320)
          case ...1365: (428, 340)
          default: (498, 403)
          }
        return isPortrait ? heights.portrait : heights.landscape
      }
    }
  }
}
