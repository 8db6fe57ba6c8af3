public import Foundation
import NativeViews
public import Tempura

/// What the contexts of ``ViewTestCase`` and ``ViewControllerTestCase`` are made of.
public enum UITests {
  /// The controller that the tested one is shown in.
  public enum Container: Sendable {
    /// None: it fills the screen.
    case none
    /// A navigation controller of which it is the root.
    case navigationController
    /// A tab bar controller of which it is the only tab.
    case tabBarController
    /// One that the closure makes.
    case custom(@MainActor @Sendable (AnyViewController) -> AnyViewController)
  }

  /// A moment at which a test may change the view.
  public enum Hook: Hashable, Sendable {
    /// The view was loaded.
    case viewDidLoad
    /// The view is about to be seen.
    case viewWillAppear
    /// The view is seen.
    case viewDidAppear
    /// The views were placed for the first time; they are placed again afterwards.
    case viewDidLayoutSubviews
    /// The navigation controller was made.
    case navigationControllerHasBeenCreated
  }

  /// Changes the view.
  public typealias HookClosure<V> = @MainActor @Sendable (V) -> Void

  /// The way in which a screen is held.
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

  /// A grey rectangle in the place of the keyboard.
  public enum KeyboardVisibility: Hashable, Sendable {
    /// None.
    case hidden
    /// As high as on a device with a screen of this size.
    case defaultHeight
    /// Of a height in points.
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

  /// The screens on which test cases are shown, and what is shown besides.
  struct Surroundings: Sendable {
    var container: Container
    var screenSize: CGSize
    var orientation: Orientation
    var matrix: SnapshotMatrix?
    var safeAreaInsets: SafeAreaInsets
    var renderSafeArea: Bool
    var keyboardVisibility: @Sendable (String) -> KeyboardVisibility

    /// Each screen of the matrix, or the one of the size, turned as it is held.
    var environments: [SnapshotEnvironment] {
      let environments = matrix?.environments ?? [SnapshotEnvironment(size: screenSize)]
      return environments.map { environment in
        var environment = environment
        environment.size = orientation.oriented(environment.size)
        return environment
      }
    }
  }

  /// The way in which the views of a ``ViewTestCase`` are shown.
  public struct Context<V: ViewControllerModellableView>: Sendable {
    /// The controller that the view's is in.
    public var container: Container
    /// Changes of the view at some moments.
    public var hooks: [Hook: HookClosure<V>]
    /// Size of the screen in points, in whichever orientation.
    public var screenSize: CGSize
    /// The way in which it is held.
    public var orientation: Orientation
    /// Screens in the place of the one of ``screenSize``.
    public var matrix: SnapshotMatrix?
    /// What covers the screen's edges.
    public var safeAreaInsets: SafeAreaInsets
    /// Whether what is covered is dimmed.
    public var renderSafeArea: Bool
    /// The keyboard of each test case.
    public var keyboardVisibility: @Sendable (String) -> KeyboardVisibility

    /// Makes a context.
    public init(
      container: Container = .none,
      hooks: [Hook: HookClosure<V>] = [:],
      screenSize: CGSize = CGSize(width: 390, height: 844),
      orientation: Orientation = .portrait,
      matrix: SnapshotMatrix? = nil,
      safeAreaInsets: SafeAreaInsets = .zero,
      renderSafeArea: Bool = true,
      keyboardVisibility: @escaping @Sendable (String) -> KeyboardVisibility = { _ in .hidden }
    ) {
      (self.container, self.hooks, self.screenSize) = (container, hooks, screenSize)
      (self.orientation, self.matrix) = (orientation, matrix)
      (self.safeAreaInsets, self.renderSafeArea) = (safeAreaInsets, renderSafeArea)
      self.keyboardVisibility = keyboardVisibility
    }

    var surroundings: Surroundings {
      Surroundings(
        container: container,
        screenSize: screenSize,
        orientation: orientation,
        matrix: matrix,
        safeAreaInsets: safeAreaInsets,
        renderSafeArea: renderSafeArea,
        keyboardVisibility: keyboardVisibility
      )
    }
  }

  /// The way in which the controllers of a ``ViewControllerTestCase`` are shown.
  public struct VCContext<VC: AnyViewController>: Sendable {
    /// The controller that the tested one is in.
    public var container: Container
    /// Size of the screen in points, in whichever orientation.
    public var screenSize: CGSize
    /// The way in which it is held.
    public var orientation: Orientation
    /// Screens in the place of the one of ``screenSize``.
    public var matrix: SnapshotMatrix?
    /// What covers the screen's edges.
    public var safeAreaInsets: SafeAreaInsets
    /// Whether what is covered is dimmed.
    public var renderSafeArea: Bool
    /// The keyboard of each test case.
    public var keyboardVisibility: @Sendable (String) -> KeyboardVisibility

    /// Makes a context.
    public init(
      container: Container = .none,
      screenSize: CGSize = CGSize(width: 390, height: 844),
      orientation: Orientation = .portrait,
      matrix: SnapshotMatrix? = nil,
      safeAreaInsets: SafeAreaInsets = .zero,
      renderSafeArea: Bool = true,
      keyboardVisibility: @escaping @Sendable (String) -> KeyboardVisibility = { _ in .hidden }
    ) {
      (self.container, self.screenSize) = (container, screenSize)
      (self.orientation, self.matrix) = (orientation, matrix)
      (self.safeAreaInsets, self.renderSafeArea) = (safeAreaInsets, renderSafeArea)
      self.keyboardVisibility = keyboardVisibility
    }

    var surroundings: Surroundings {
      Surroundings(
        container: container,
        screenSize: screenSize,
        orientation: orientation,
        matrix: matrix,
        safeAreaInsets: safeAreaInsets,
        renderSafeArea: renderSafeArea,
        keyboardVisibility: keyboardVisibility
      )
    }
  }
}
