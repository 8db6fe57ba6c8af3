import Foundation
public import NativeViews

/// A stack of controllers with the last one visible, and a bar with its title and a back button.
///
/// Source: docs/semantics/tempura.md, C2.
open class NavigationController: AnyViewController {
  /// The bar.
  public final let navigationBar = NavigationBar()
  let container = NativeView()
  private final var stack: [AnyViewController] = []
  final var transition: RunningTransition?
  final var backDrag: BackDrag?
  private(set) final var isChanging = false
  /// How many controllers at the bottom keep their places in the current change.
  private final var kept = 0
  private final var postponed: [() -> Void] = []

  /// Asked before the user goes back by bar, keyboard or finger, with the controller to pop; `false` prevents the pop, for example because
  /// a dispatch does it.
  public final var shouldPopForUser: ((AnyViewController) -> Bool)?
  /// Called after the user has gone back, with the popped controller.
  public final var didPopForUser: ((AnyViewController) -> Void)?

  /// Whether dragging a finger from the left edge to the right pops the top of the stack.
  public final var isInteractivePopGestureEnabled = true

  /// Whether the bar is hidden.
  public final var isNavigationBarHidden = false {
    didSet {
      guard isNavigationBarHidden != oldValue else { return }
      navigationBar.isHidden = isNavigationBarHidden
      layout()
    }
  }

  /// Makes a navigation controller without controllers.
  public override init() { super.init() }

  /// Makes a navigation controller with one controller.
  public convenience init(rootViewController: AnyViewController) {
    self.init()
    viewControllers = [rootViewController]
  }

  // MARK: Stack

  /// The controllers, the visible one last.
  public final var viewControllers: [AnyViewController] {
    get { stack }
    set { setViewControllers(newValue, animated: false) }
  }

  /// The visible controller.
  public final var topViewController: AnyViewController? { stack.last }

  /// The topmost visible controller: the presented one, or the top of the stack.
  public final var visibleViewController: AnyViewController? {
    presentedViewController ?? topViewController
  }

  open override var visibleChildren: [AnyViewController] {
    if let backDrag { return [backDrag.below, backDrag.top] }
    return stack.last.map { [$0] } ?? []
  }

  /// Pushes a controller onto the stack.
  ///
  /// One that is in the stack already is refused with a `ViewDiagnosis`.
  ///
  /// - Parameters:
  ///   - controller: The new one.
  ///   - animated: Whether to animate.
  ///   - completion: Called once when it is in place, even if it was refused.
  public final func pushViewController(
    _ controller: AnyViewController,
    animated: Bool,
    completion: (() -> Void)? = nil
  ) {
    guard controller.parent !== self || stack.lastPlace(of: controller) == nil else {
      report(
        "\(type(of: controller)) is pushed and is in the stack already",
        remedy: "push another one, or pop to this one"
      )
      completion?()
      return
    }
    setStack(keeping: stack.count, adding: [controller], animated, completion)
  }

  /// Pops the last controller, unless it is the only one.
  ///
  /// - Returns: That controller; `nil` if nothing is popped.
  @discardableResult
  public final func popViewController(
    animated: Bool,
    completion: (() -> Void)? = nil
  ) -> AnyViewController? {
    guard stack.count > 1, let top = stack.last else {
      completion?()
      return nil
    }
    setStack(keeping: stack.count - 1, adding: [], animated, completion)
    return top
  }

  /// Pops all controllers above one; a controller that isn't in the stack causes a `ViewDiagnosis`.
  ///
  /// - Returns: These controllers.
  @discardableResult
  public final func popToViewController(
    _ controller: AnyViewController,
    animated: Bool,
    completion: (() -> Void)? = nil
  ) -> [AnyViewController] {
    guard let place = stack.lastPlace(of: controller) else {
      report(
        "\(type(of: controller)) isn't in the stack, and can't be popped to",
        remedy: "pop to one of viewControllers"
      )
      completion?()
      return []
    }
    let popped = Array(stack[(place + 1)...])
    pop(to: place, animated, completion)
    return popped
  }

  /// Pops all controllers above a place.
  final func pop(to place: Int, _ animated: Bool, _ completion: (() -> Void)?) {
    setStack(keeping: place + 1, adding: [], animated, completion)
  }

  /// The place in the stack that is or contains a screen; the last one if several have the identifier.
  final func place(ofScreen identifier: RouteElementIdentifier) -> Int? {
    stack.lastIndex { $0.hasRoutable(identifier) }
  }

  /// Pops all controllers except the first.
  ///
  /// - Returns: These controllers.
  @discardableResult
  public final func popToRootViewController(
    animated: Bool,
    completion: (() -> Void)? = nil
  ) -> [AnyViewController] {
    guard let root = stack.first else {
      completion?()
      return []
    }
    return popToViewController(root, animated: animated, completion: completion)
  }

  /// Changes the stack to any other.
  ///
  /// The change looks like a push if the new top wasn't in the stack, and otherwise like a pop.
  ///
  /// - Parameters:
  ///   - controllers: Each once, in no other container; others are refused with a `ViewDiagnosis`.
  ///   - animated: Whether to animate the top.
  ///   - completion: Called once at the end.
  public final func setViewControllers(
    _ controllers: [AnyViewController],
    animated: Bool,
    completion: (() -> Void)? = nil
  ) {
    guard !isChanging else {
      postponed.append { [weak self] in
        self?.setViewControllers(controllers, animated: animated, completion: completion)
      }
      return
    }
    transition?.finish()
    var kept = 0
    while kept < stack.count, kept < controllers.count, stack[kept] === controllers[kept] {
      kept += 1
    }
    change(keeping: kept, adding: controllers[kept...], animated, completion)
  }

  /// Keeps a number of controllers at the bottom of the stack, and puts others above them; doesn't look at those below.
  private func setStack(
    keeping kept: Int,
    adding controllers: ArraySlice<AnyViewController>,
    _ animated: Bool,
    _ completion: (() -> Void)?
  ) {
    // A change that comes later, or first ends an animation, leads to these controllers, whatever is there by then.
    guard !isChanging, transition == nil else {
      let wanted = Array(stack[..<kept] + controllers)
      return setViewControllers(wanted, animated: animated, completion: completion)
    }
    change(keeping: kept, adding: controllers, animated, completion)
  }

  /// Changes the stack; `share` is the fraction of the way that a finger has moved the top already.
  final func change(
    keeping kept: Int,
    adding controllers: ArraySlice<AnyViewController>,
    _ animated: Bool,
    after share: Double = 0,
    _ completion: (() -> Void)?
  ) {
    Self.beginChange()
    defer { Self.endChange() }
    isChanging = true
    let atOnce = beginChange(
      keeping: kept,
      adding: controllers,
      animated: animated,
      after: share,
      completion: completion
    )
    isChanging = false
    atOnce?.finish()
    while !postponed.isEmpty { postponed.removeFirst()() }
  }

  /// - Returns: The transition, if it must end at once.
  ///
  /// Complexity: O(k) for the `k` controllers that go, come or change places.
  private func beginChange(
    keeping kept: Int,
    adding controllers: ArraySlice<AnyViewController>,
    animated: Bool,
    after share: Double,
    completion: (() -> Void)?
  ) -> RunningTransition? {
    let oldTop = stack.last
    let old = Array(stack[kept...])
    self.kept = kept
    let (new, added) = adopt(controllers, above: stack[..<self.kept], onceIn: "the new stack")
    let newTop = new.last ?? stack[..<self.kept].last
    let removed = old.subtracting(new)
    let isOther = oldTop !== newTop
    let isPush = new.last.map { ![$0].subtracting(old).isEmpty } ?? false
    let isAnimated =
      animated && isVisible && isOther && oldTop != nil && newTop != nil && viewIfLoaded != nil
    for controller in removed { controller.willMove(to: nil) }
    if isOther { oldTop?.beginAppearanceTransition(false, animated: isAnimated) }
    stack.replaceSubrange(self.kept..., with: new)
    forget(removed)
    if isOther, isVisible { newTop?.beginAppearanceTransition(true, animated: isAnimated) }

    let container = container
    let running = RunningTransition { [weak self] in
      self?.transition = nil
      oldTop?.departure = nil
      newTop?.viewIfLoaded?.settle()
      if isOther, let view = oldTop?.viewIfLoaded {
        if view.parent === container { view.removeFromParent() }
        view.settle()
      }
      if isOther {
        oldTop?.endAppearanceTransition(animated: isAnimated)
        newTop?.endAppearanceTransition(animated: isAnimated)
      }
      for controller in removed where controller.parent == nil { controller.didMove(to: nil) }
      for controller in added where controller.parent != nil && controller.parent === self {
        controller.didMove(to: self)
      }
      completion?()
    }
    updateBar()
    if isViewLoaded { showTop(newTop) }
    guard isAnimated, let newTop, let oldTop else { return running }
    if oldTop.parent == nil { oldTop.departure = running }
    transition = running
    keepInput()
    // A handler of cancelled touches may have ended it.
    guard transition === running else { return nil }
    animate(from: oldTop.rootView, to: newTop.rootView, isPush: isPush, after: share) {
      running.finish()
    }
    return nil
  }

  /// Blocks input to the controller until the running transition ends.
  final func keepInput(endsTouches: Bool = true) {
    if !takesInputInTransitions { transition?.keepInput(from: [view], endsTouches: endsTouches) }
  }

  final func showTop(_ top: AnyViewController?) {
    guard let top else { return }
    let view = top.rootView
    container.append(view)
    view.withoutAnimation { view.frame = container.bounds }
    top.updateSafeArea()
  }

  private func animate(
    from oldView: NativeView,
    to newView: NativeView,
    isPush: Bool,
    after share: Double,
    completion: @escaping () -> Void
  ) {
    let (right, left) = (placeOnTheRight(1), placeOnTheLeft(1))
    // The view that comes from the right, or goes there, is above the other.
    container.append(isPush ? newView : oldView)
    if share == 0 { newView.withoutAnimation { newView.transform = isPush ? right : left } }
    // A movement started by a finger doesn't start slowly.
    let curve = share == 0 ? ViewAnimation.Curve.easeInOut : .easeOut
    container.animate(ViewAnimation(curve, duration: Self.duration * (1 - share))) {
      newView.transform = .identity
      oldView.transform = isPush ? left : right
    } completion: { _ in
      completion()
    }
  }

  /// The duration of a whole transition.
  static let duration = Duration.milliseconds(350)

  /// Places a view that comes from the right, or goes there; 1 is out of sight.
  final func placeOnTheRight(_ share: Double) -> AffineTransform {
    AffineTransform(translationByX: container.bounds.width * share, byY: 0)
  }

  /// Places a view below a moving one; 1 is where it is fully covered.
  final func placeOnTheLeft(_ share: Double) -> AffineTransform {
    AffineTransform(translationByX: container.bounds.width * share * -0.3, byY: 0)
  }

  override final func childDidLeave(_ child: AnyViewController) {
    guard stack.lastPlace(of: child) != nil else { return }
    // Its end would remove the controller that the child covered, and leave the child itself out of place.
    transition?.finish()
    guard let place = stack.lastPlace(of: child) else { return }
    let wasTop = place == stack.count - 1
    stack.remove(at: place)
    if place < kept { kept -= 1 }
    updateBar()
    guard wasTop, let top = stack.last else { return }
    if isVisible { top.beginAppearanceTransition(true, animated: false) }
    if isViewLoaded { showTop(top) }
    top.endAppearanceTransition(animated: false)
  }

  /// Its own title, or that of the controller at its bottom.
  override final var titleInBar: String? { title ?? stack.first?.title }

  override final func childTitleDidChange(_ child: AnyViewController) {
    updateBar()
    if child === stack.first { parent?.childTitleDidChange(self) }
  }

  // MARK: The user

  /// Goes back as the user does with the bar: asks ``shouldPopForUser``, pops, and calls ``didPopForUser``.
  public final func goBack() {
    guard stack.count > 1, let top = stack.last, shouldPopForUser?(top) ?? true else { return }
    guard let popped = popViewController(animated: true) else { return }
    userDidPop(popped)
  }

  /// Reports what the user has popped.
  final func userDidPop(_ controller: AnyViewController) {
    didPopForUser?(controller)
    window?.navigator?.screensDidChange()
  }

  // MARK: View

  open override func loadView() -> NativeView {
    let view = NavigationView()
    view.controller = self
    container.clipsToBounds = true
    view.append(container)
    view.append(navigationBar)
    view.onLayout = { [weak self] in self?.layout() }
    navigationBar.backButton.onTap = { [weak self] in self?.goBack() }
    return view
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    updateBar()
    showTop(stack.last)
  }

  open override func viewSafeAreaInsetsDidChange() {
    super.viewSafeAreaInsetsDidChange()
    layout()
  }

  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    layout()
  }

  private func updateBar() {
    let below = stack.dropLast().last
    navigationBar.show(title: stack.last?.title, back: below.map { $0.title ?? "Back" })
  }

  private func layout() {
    guard let view = viewIfLoaded else { return }
    let bounds = view.bounds
    let inset = isNavigationBarHidden ? 0 : safeAreaInsets.top
    let height =
      isNavigationBarHidden ? 0 : min(bounds.height, view.edge(at: NavigationBar.height + inset))
    navigationBar.topInset = inset
    navigationBar.frame = CGRect(x: 0, y: 0, width: bounds.width, height: height)
    container.frame = CGRect(
      x: 0,
      y: height,
      width: bounds.width,
      height: bounds.height - height
    )
    var child = container.firstChild
    while let view = child {
      view.frame = container.bounds
      child = view.nextSibling
    }
  }
}
