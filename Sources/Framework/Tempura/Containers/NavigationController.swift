import Foundation
public import NativeViews

/// A stack of controllers of which the last is seen, with a bar that has its title and the way back.
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
  /// How many controllers at the bottom stay where they are in the change that has begun.
  private final var kept = 0
  private final var postponed: [() -> Void] = []

  /// Asked when the user goes back by the bar, the keyboard or a finger, with the controller that would be popped: where it says
  /// `false`, nothing is popped, as where a dispatch does it.
  public final var shouldPopForUser: ((AnyViewController) -> Bool)?
  /// Called when the user has gone back, with the controller that was popped.
  public final var didPopForUser: ((AnyViewController) -> Void)?

  /// Whether a finger that is dragged from the left edge to the right takes the top of the stack away.
  public final var isInteractivePopGestureEnabled = true

  /// Whether there is no bar.
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

  /// The controllers, the one that is seen last.
  public final var viewControllers: [AnyViewController] {
    get { stack }
    set { setViewControllers(newValue, animated: false) }
  }

  /// The controller that is seen.
  public final var topViewController: AnyViewController? { stack.last }

  /// What is seen above all of this: what it presents, or the top.
  public final var visibleViewController: AnyViewController? {
    presentedViewController ?? topViewController
  }

  open override var visibleChildren: [AnyViewController] {
    if let backDrag { return [backDrag.below, backDrag.top] }
    return stack.last.map { [$0] } ?? []
  }

  /// Puts a controller above the others.
  ///
  /// One that is in the stack already is refused with a `ViewDiagnosis`.
  ///
  /// - Parameters:
  ///   - controller: The new one.
  ///   - animated: Whether it moves there.
  ///   - completion: Called when it is there, once, also where it was refused.
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

  /// Takes the last controller away, unless it is the only one.
  ///
  /// - Returns: That controller; `nil` where nothing is popped.
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

  /// Takes all controllers above one away; one that isn't in the stack is a `ViewDiagnosis`.
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

  /// Takes all controllers above a place away.
  final func pop(to place: Int, _ animated: Bool, _ completion: (() -> Void)?) {
    setStack(keeping: place + 1, adding: [], animated, completion)
  }

  /// The place in the stack that a screen is at, or in; of several with the identifier, the last.
  final func place(ofScreen identifier: RouteElementIdentifier) -> Int? {
    var place = stack.count
    while place > 0 {
      place -= 1
      if stack[place].hasRoutable(identifier) { return place }
    }
    return nil
  }

  /// Takes all controllers but the first away.
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
  /// What it leads to is seen as a push where the new top wasn't in the stack, and as a pop where it was.
  ///
  /// - Parameters:
  ///   - controllers: Each once, in no other container; otherwise they are refused with a `ViewDiagnosis`.
  ///   - animated: Whether the top moves.
  ///   - completion: Called at the end, once.
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

  /// Keeps so many controllers at the bottom of the stack, and puts others above them; no controller below is looked at.
  private func setStack(
    keeping kept: Int,
    adding controllers: ArraySlice<AnyViewController>,
    _ animated: Bool,
    _ completion: (() -> Void)?
  ) {
    // A change that comes later, or ends an animation first, is one to these controllers, whatever is there by then.
    guard !isChanging, transition == nil else {
      let wanted = Array(stack[..<kept] + controllers)
      return setViewControllers(wanted, animated: animated, completion: completion)
    }
    change(keeping: kept, adding: controllers, animated, completion)
  }

  /// Changes the stack; `share` is the part of its way that the top has gone already, under a finger.
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
    let running = beginChange(
      keeping: kept,
      adding: controllers,
      animated: animated,
      after: share,
      completion: completion
    )
    isChanging = false
    if running.isAnimated {
      transition = running.transition
      keepInput()
    } else {
      running.transition.finish()
    }
    while !postponed.isEmpty { postponed.removeFirst()() }
  }

  /// Complexity: O(k) for the `k` controllers that go, come or change their places.
  private func beginChange(
    keeping kept: Int,
    adding controllers: ArraySlice<AnyViewController>,
    animated: Bool,
    after share: Double,
    completion: (() -> Void)?
  ) -> (transition: RunningTransition, isAnimated: Bool) {
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
    guard isAnimated, let newTop, let oldTop else { return (running, false) }
    if oldTop.parent == nil { oldTop.departure = running }
    animate(from: oldTop.rootView, to: newTop.rootView, isPush: isPush, after: share) {
      running.finish()
    }
    return (running, true)
  }

  /// Keeps input from the controller until the transition that is under way has ended.
  final func keepInput(endsTouches: Bool = true) {
    if !takesInputInTransitions { transition?.keepInput(from: [view], endsTouches: endsTouches) }
  }

  final func showTop(_ top: AnyViewController?) {
    guard let top else { return }
    let view = top.rootView
    container.append(view)
    view.immediately { view.frame = container.bounds }
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
    // The one that comes from the right, or goes there, is above the other.
    container.append(isPush ? newView : oldView)
    if share == 0 { newView.immediately { newView.transform = isPush ? right : left } }
    // What a finger has set in motion doesn't begin slowly.
    let curve = share == 0 ? ViewAnimation.Curve.easeInOut : .easeOut
    container.animate(ViewAnimation(curve, duration: Self.duration * (1 - share))) {
      newView.transform = .identity
      oldView.transform = isPush ? left : right
    } completion: { _ in
      completion()
    }
  }

  /// The time of a whole way.
  static let duration = Duration.milliseconds(350)

  /// Where a view is that comes from the right, or goes there; 1 is out of sight.
  final func placeOnTheRight(_ share: Double) -> AffineTransform {
    AffineTransform(translationByX: container.bounds.width * share, byY: 0)
  }

  /// Where a view is below one that moves; 1 is where it is covered whole.
  final func placeOnTheLeft(_ share: Double) -> AffineTransform {
    AffineTransform(translationByX: container.bounds.width * share * -0.3, byY: 0)
  }

  override final func childDidLeave(_ child: AnyViewController) {
    guard stack.lastPlace(of: child) != nil else { return }
    // Its end would take away again whom the child has covered, and leave the child itself out of its place.
    transition?.finish()
    guard let place = stack.lastPlace(of: child) else { return }
    let wasTop = place == stack.count - 1
    stack.remove(at: place)
    if place < kept { kept -= 1 }
    if let backDrag, child === backDrag.top || child === backDrag.below { abandonDrag() }
    updateBar()
    guard wasTop, let top = stack.last else { return }
    if isVisible { top.beginAppearanceTransition(true, animated: false) }
    if isViewLoaded { showTop(top) }
    top.endAppearanceTransition(animated: false)
  }

  override final func childTitleDidChange(_ child: AnyViewController) { updateBar() }

  // MARK: The user

  /// Goes back as the user does by the bar: asks ``shouldPopForUser``, pops and tells ``didPopForUser``.
  public final func goBack() {
    guard stack.count > 1, let top = stack.last, shouldPopForUser?(top) ?? true else { return }
    guard let popped = popViewController(animated: true) else { return }
    userDidPop(popped)
  }

  /// Tells of what the user has popped.
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
