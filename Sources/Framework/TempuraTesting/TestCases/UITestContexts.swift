public import Foundation
public import Tempura

extension UITests {
  /// The screens for test cases, and what else is shown on them.
  public struct Surroundings: Sendable {
    /// The container of the tested controller.
    public var container: Container
    /// Size of the screen in points, in any orientation.
    public var screenSize: CGSize
    /// The orientation of all screens; by default portrait, or in a ``matrix`` that of its sizes.
    public var orientation: Orientation?
    /// Screens that replace the one of ``screenSize``.
    public var matrix: SnapshotMatrix?
    /// What covers the screen's edges.
    public var safeAreaInsets: SafeAreaInsets
    /// Whether the covered area is dimmed.
    public var renderSafeArea: Bool
    /// The keyboard of each test case.
    public var keyboardVisibility: @Sendable (String) -> KeyboardVisibility

    /// Makes surroundings: by default an uncovered portrait screen of 390 x 844 points.
    public init(
      container: Container = .none,
      screenSize: CGSize = CGSize(width: 390, height: 844),
      orientation: Orientation? = nil,
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

    /// Each screen of the matrix, or the one of the size, in the orientation.
    var environments: [SnapshotEnvironment] {
      var matrix = matrix ?? SnapshotMatrix(sizes: [Orientation.portrait.oriented(screenSize)])
      if let orientation { matrix.sizes = matrix.sizes.map(orientation.oriented) }
      return matrix.environments
    }
  }

  /// How the views or the controllers of a ``ScreenTestCase`` are shown: its ``surroundings``, whose properties are also its own.
  @dynamicMemberLookup
  public struct Context<Tested: AnyObject>: Sendable {
    /// The screens, and what else is shown on them.
    public var surroundings: Surroundings
    /// Changes of the view or the controller at certain moments.
    public var hooks: [Hook: HookClosure<Tested>]

    /// Makes a context from surroundings, which contexts may share.
    public init(_ surroundings: Surroundings, hooks: [Hook: HookClosure<Tested>] = [:]) {
      (self.surroundings, self.hooks) = (surroundings, hooks)
    }

    /// Makes a context.
    public init(
      container: Container = .none,
      hooks: [Hook: HookClosure<Tested>] = [:],
      screenSize: CGSize = CGSize(width: 390, height: 844),
      orientation: Orientation? = nil,
      matrix: SnapshotMatrix? = nil,
      safeAreaInsets: SafeAreaInsets = .zero,
      renderSafeArea: Bool = true,
      keyboardVisibility: @escaping @Sendable (String) -> KeyboardVisibility = { _ in .hidden }
    ) {
      surroundings = Surroundings(
        container: container,
        screenSize: screenSize,
        orientation: orientation,
        matrix: matrix,
        safeAreaInsets: safeAreaInsets,
        renderSafeArea: renderSafeArea,
        keyboardVisibility: keyboardVisibility
      )
      self.hooks = hooks
    }

    /// A property of the ``surroundings``.
    public subscript<Value>(dynamicMember property: WritableKeyPath<Surroundings, Value>) -> Value {
      get { surroundings[keyPath: property] }
      set { surroundings[keyPath: property] = newValue }
    }
  }

  /// How controllers are shown: in the same way as views.
  public typealias VCContext = Context
}
