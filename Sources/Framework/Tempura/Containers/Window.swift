import Foundation
public import NativeViews

/// Shows controllers in a tree of views: one that fills it, and those it presents, above each other.
///
/// In a GTK program the tree is that of a `GTKWindow`; in a test, one without a display.
///
///     let window = Window(tree: ViewTree(size: CGSize(width: 390, height: 844)))
///     window.rootViewController = CounterViewController(store: store)
///
/// Source: docs/semantics/tempura.md, C1.
@MainActor
public final class Window {
  /// The views, and the frames in which their changes show.
  public let tree: ViewTree

  /// The controller whose view fills the window, with what it presents.
  ///
  /// It leaves its former parent or window. A presented one is refused with a `ViewDiagnosis`.
  public var rootViewController: AnyViewController? {
    get { root }
    set {
      guard newValue !== root else { return }
      guard newValue?.presenter == nil else {
        return tree.onDiagnosis(
          ViewDiagnosis(
            subject: "Window",
            problem:
              "\(newValue.map { "\(type(of: $0))" } ?? "") is to be the root, and is presented",
            remedy: "dismiss it first, or make another one"
          )
        )
      }
      transition?.finish()
      newValue?.endDepartures()
      newValue?.remove()
      if let other = newValue?.rootOf { other.rootViewController = nil }
      root?.rootOf = nil
      root = newValue
      newValue?.rootOf = self
      showLayers(animated: false)
    }
  }
  private var root: AnyViewController?

  /// The distances from the edges within which the system or the device covers the window.
  public var safeAreaInsets: SafeAreaInsets {
    didSet { if safeAreaInsets != oldValue { safeAreaDidChange() } }
  }

  /// Whether the window is on a display: otherwise its controllers have disappeared.
  public var isVisible = true {
    didSet {
      guard isVisible != oldValue else { return }
      transition?.finish()
      for layer in shown { layer.setVisible(isVisible) }
    }
  }

  /// The controllers whose views are in the tree, the topmost last.
  private var shown: [AnyViewController] = []
  private var transition: RunningTransition?
  /// Changes requested by hooks while another one begins.
  private var postponed: [() -> Void] = []
  private var isChanging = false
  private var endUpdates: (() -> Void)?
  private var endResizes: (() -> Void)?
  /// The navigator that shows its screens here, and learns of the user's changes.
  weak var navigator: Navigator?

  /// Makes a window without a controller.
  ///
  /// - Parameters:
  ///   - tree: The views; existing ones in its root stay, below the controllers'.
  ///   - safeAreaInsets: What covers the window's edges.
  public init(tree: ViewTree, safeAreaInsets: SafeAreaInsets = .zero) {
    (self.tree, self.safeAreaInsets) = (tree, safeAreaInsets)
    endResizes = tree.addResizeHandler { [weak self] _ in self?.placeLayers() }
    tree.findViewForUnfocusedKeys = { [weak self] in self?.innermostView }
    tree.findFocusScope = { [weak self] in self?.topmostModalView }
    endUpdates = tree.addUpdate { AnyViewController.flushUpdates() }
  }

  isolated deinit {
    transition?.finish()
    endUpdates?()
    endResizes?()
    for layer in shown {
      layer.setVisible(false)
      layer.viewIfLoaded?.removeFromParent()
    }
  }

  /// The controller above all others: the last presented one, or the root.
  public var topmostViewController: AnyViewController? { root?.topmost }

  /// The view of the top screen, the innermost of its containers.
  private var innermostView: NativeView? {
    var innermost = topmostViewController
    while let child = innermost?.visibleChildren.last { innermost = child }
    return innermost?.viewIfLoaded
  }

  /// The view of the topmost modal.
  private var topmostModalView: NativeView? {
    topmostViewController.flatMap { $0 === root ? nil : $0.viewIfLoaded }
  }

  /// The root, the controller it presents, the one that presents, and so on.
  var layers: [AnyViewController] { root?.layersFromHere ?? [] }

  // MARK: Showing

  /// Shows the currently linked layers.
  ///
  /// - Parameters:
  ///   - animated: Whether to animate a newly presented or dismissed layer.
  ///   - completion: Called when it is in place.
  func showLayers(animated: Bool, completion: (() -> Void)? = nil) {
    guard !isChanging else {
      postponed.append { [weak self] in self?.showLayers(animated: animated, completion: completion)
      }
      return
    }
    transition?.finish()
    AnyViewController.beginChange()
    defer { AnyViewController.endChange() }
    isChanging = true
    let atOnce = beginToShowLayers(animated: animated, completion: completion)
    isChanging = false
    atOnce?.finish()
    while !postponed.isEmpty { postponed.removeFirst()() }
  }

  /// - Returns: The transition, if it must end at once.
  private func beginToShowLayers(
    animated: Bool,
    completion: (() -> Void)?
  ) -> RunningTransition? {
    let layers = layers
    let base = layers.lastIndex { $0.modalPresentationStyle == .fullScreen } ?? 0
    let (old, new) = (shown, Array(layers.dropFirst(base)))
    let outgoing = old.filter { layer in !new.contains { $0 === layer } }
    let incoming = new.filter { layer in !old.contains { $0 === layer } }
    let isPresenting = old.allSatisfy { layer in layers.contains { $0 === layer } }
    let isAnimated = animated && isVisible && !old.isEmpty && !new.isEmpty
    shown = new
    for layer in outgoing { layer.beginAppearanceTransition(false, animated: isAnimated) }
    for layer in incoming { layer.beginAppearanceTransition(isVisible, animated: isAnimated) }

    // A layer stays until it is covered; of the layers that go, only the topmost one is animated.
    let moving = isAnimated ? (isPresenting ? new.last : outgoing.last) : nil
    let bounds = tree.root.bounds
    for layer in outgoing where !(isAnimated && (isPresenting || layer === moving)) {
      layer.viewIfLoaded?.removeFromParent()
    }
    for layer in new { append(layer.rootView) }
    if !isPresenting, let moving { append(moving.rootView) }
    for layer in incoming {
      layer.rootView.withoutAnimation { layer.rootView.frame = bounds }
      layer.updateSafeArea()
    }

    let running = RunningTransition { [weak self] in
      self?.transition = nil
      moving?.viewIfLoaded?.settle()
      for layer in outgoing {
        layer.departure = nil
        if let view = layer.viewIfLoaded, view.parent === self?.tree.root {
          view.removeFromParent()
        }
        layer.endAppearanceTransition(animated: isAnimated)
      }
      for layer in incoming { layer.endAppearanceTransition(animated: isAnimated) }
      completion?()
    }
    guard let view = moving?.rootView else { return running }
    if !isPresenting { for layer in outgoing { layer.departure = running } }
    // Not by their frames: layouts and safe areas follow from those of the final place.
    let below = AffineTransform(translationByX: 0, byY: bounds.height)
    if isPresenting { view.withoutAnimation { view.transform = below } }
    transition = running
    if moving?.takesInputInTransitions == false {
      running.keepInput(from: (old + incoming).compactMap(\.viewIfLoaded))
    }
    // A handler of cancelled touches may have ended it.
    guard transition === running else { return nil }
    tree.animate(ViewAnimation(.easeInOut, duration: Self.modalDuration)) {
      view.transform = isPresenting ? .identity : below
    } completion: { _ in
      running.finish()
    }
    return nil
  }

  private static let modalDuration = Duration.milliseconds(350)

  private func append(_ view: NativeView) { tree.root.append(view) }

  private func placeLayers() {
    for layer in shown { layer.rootView.frame = tree.root.bounds }
  }

  private func safeAreaDidChange() {
    for layer in layers { layer.updateSafeArea() }
  }
}
