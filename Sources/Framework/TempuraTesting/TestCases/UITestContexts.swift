public import Foundation
public import Tempura

extension UITests {
  /// The screens on which test cases are shown, and what is shown besides.
  public struct Surroundings: Sendable {
    /// The controller that the tested one is in.
    public var container: Container
    /// Size of the screen in points, in whichever orientation.
    public var screenSize: CGSize
    /// The way in which all screens are held; unless given upright, or in a ``matrix`` as its sizes are.
    public var orientation: Orientation?
    /// Screens in the place of the one of ``screenSize``.
    public var matrix: SnapshotMatrix?
    /// What covers the screen's edges.
    public var safeAreaInsets: SafeAreaInsets
    /// Whether what is covered is dimmed.
    public var renderSafeArea: Bool
    /// The keyboard of each test case.
    public var keyboardVisibility: @Sendable (String) -> KeyboardVisibility

    /// Makes surroundings: a screen of 390 x 844 points, upright and covered by nothing, unless told otherwise.
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

    /// Each screen of the matrix, or the one of the size, turned as it is held.
    var environments: [SnapshotEnvironment] {
      var matrix = matrix ?? SnapshotMatrix(sizes: [Orientation.portrait.oriented(screenSize)])
      if let orientation { matrix.sizes = matrix.sizes.map(orientation.oriented) }
      return matrix.environments
    }
  }

  /// The way in which the views or the controllers of a ``ScreenTestCase`` are shown: its ``surroundings``, whose properties are its
  /// own as well.
  @dynamicMemberLookup
  public struct Context<Tested: AnyObject>: Sendable {
    /// The screens, and what is shown besides.
    public var surroundings: Surroundings
    /// Changes of the view or the controller at some moments.
    public var hooks: [Hook: HookClosure<Tested>]

    /// Makes a context of surroundings, which contexts of others may have as well.
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

  /// The way in which controllers are shown, which is that of views.
  public typealias VCContext = Context
}
