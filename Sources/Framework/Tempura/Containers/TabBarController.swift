public import Foundation
public import NativeViews

/// Controllers with one visible, and a bar in which the user selects it.
///
/// Source: docs/semantics/tempura.md, C3.
open class TabBarController: AnyViewController {
  /// The bar.
  public final let tabBar = TabBar()
  private let container = NativeView()
  private final var tabs: [AnyViewController] = []
  private final var selected = 0

  /// Asked before the user selects a tab, with its controller; `false` keeps the selection, for example because a dispatch changes it.
  public final var shouldSelectForUser: ((AnyViewController) -> Bool)?
  /// Called after the user has selected another tab, with its controller.
  public final var didSelectForUser: ((AnyViewController) -> Void)?

  /// Makes a tab bar controller.
  public init(viewControllers: [AnyViewController] = []) {
    super.init()
    self.viewControllers = viewControllers
  }

  open override var visibleChildren: [AnyViewController] {
    selectedViewController.map { [$0] } ?? []
  }

  // MARK: Tabs

  /// The controllers, each once, in no other container; others are refused with a `ViewDiagnosis`.
  ///
  /// The selected one stays selected if it is among the new ones; otherwise the first is selected.
  public final var viewControllers: [AnyViewController] {
    get { tabs }
    set { setTabs(newValue) }
  }

  /// The place of the visible controller; a place without a controller is refused with a `ViewDiagnosis`.
  public final var selectedIndex: Int {
    get { selected }
    set { select(newValue) }
  }

  /// The visible controller.
  public final var selectedViewController: AnyViewController? {
    tabs.indices.contains(selected) ? tabs[selected] : nil
  }

  private func setTabs(_ controllers: [AnyViewController]) {
    Self.beginChange()
    defer { Self.endChange() }
    let old = tabs
    let oldSelected = selectedViewController
    let (new, added) = adopt(controllers[...], onceIn: "the tabs")
    let removed = old.subtracting(new)
    for controller in removed {
      controller.willMove(to: nil)
      controller.setVisible(false)
      controller.viewIfLoaded?.removeFromParent()
    }
    tabs = new
    selected = oldSelected.flatMap { new.lastPlace(of: $0) } ?? 0
    forget(removed)
    for controller in removed where controller.parent == nil { controller.didMove(to: nil) }
    if selectedViewController !== oldSelected { showSelected() }
    for controller in added where controller.parent === self { controller.didMove(to: self) }
    updateBar()
  }

  private func select(_ place: Int) {
    guard tabs.indices.contains(place) else {
      return report(
        "tab \(place) is selected, and there are \(tabs.count)",
        remedy: "select one from 0 on, below the number of viewControllers"
      )
    }
    guard place != selected else { return }
    Self.beginChange()
    defer { Self.endChange() }
    let old = selectedViewController
    selected = place
    old?.beginAppearanceTransition(false, animated: false)
    old?.viewIfLoaded?.removeFromParent()
    showSelected()
    old?.endAppearanceTransition(animated: false)
    updateBar()
  }

  private func showSelected() {
    guard let controller = selectedViewController else { return }
    if isVisible { controller.beginAppearanceTransition(true, animated: false) }
    if isViewLoaded {
      container.append(controller.rootView)
      controller.rootView.frame = container.bounds
      controller.updateSafeArea()
    }
    controller.endAppearanceTransition(animated: false)
  }

  override final func childDidLeave(_ child: AnyViewController) {
    guard let place = tabs.lastPlace(of: child) else { return }
    tabs.remove(at: place)
    let wasSelected = place == selected
    if place < selected || selected == tabs.count { selected = max(0, selected - 1) }
    if wasSelected { showSelected() }
    updateBar()
  }

  override final func childTitleDidChange(_ child: AnyViewController) { updateBar() }

  /// Selects a tab as the user does with the bar: asks ``shouldSelectForUser``, selects, and calls ``didSelectForUser``.
  public final func choose(_ place: Int) {
    guard tabs.indices.contains(place), place != selected else { return }
    let controller = tabs[place]
    guard shouldSelectForUser?(controller) ?? true else { return }
    selectedIndex = place
    if selectedViewController === controller { didSelectForUser?(controller) }
    window?.navigator?.screensDidChange()
  }

  // MARK: View

  open override func loadView() -> NativeView {
    let view = BarContainerView()
    container.clipsToBounds = true
    view.append(container)
    view.append(tabBar)
    view.onLayout = { [weak self] in self?.layout() }
    tabBar.onChoice = { [weak self] in self?.choose($0) }
    return view
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    updateBar()
    showSelected()
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
    tabBar.show(
      titles: tabs.enumerated().map { $1.titleInBar ?? "Tab \($0 + 1)" },
      selected: selected
    )
  }

  private func layout() {
    guard let view = viewIfLoaded else { return }
    let bounds = view.bounds
    let inset = safeAreaInsets.bottom
    let top = max(view.edge(at: bounds.height - TabBar.height - inset), 0)
    tabBar.bottomInset = inset
    tabBar.frame = CGRect(x: 0, y: top, width: bounds.width, height: bounds.height - top)
    container.frame = CGRect(x: 0, y: 0, width: bounds.width, height: top)
    selectedViewController?.viewIfLoaded?.frame = container.bounds
  }
}

/// The bar of a tab bar controller.
public final class TabBar: NativeView {
  /// The height above the safe area.
  public static let height: CGFloat = 49

  private var buttons: [BarButton] = []
  var onChoice: (Int) -> Void = { _ in }
  /// The height covered by the safe area.
  var bottomInset: CGFloat = 0 {
    didSet { if bottomInset != oldValue { placeChildren() } }
  }

  private var colors = BarColors(.fixed)

  override init() {
    super.init()
    key = "tab-bar"
    backgroundColor = colors.background
  }

  func show(titles: [String], selected: Int) {
    while buttons.count > titles.count { buttons.removeLast().removeFromParent() }
    while buttons.count < titles.count {
      let button = BarButton(role: .tab)
      button.font = .systemFont(ofSize: 12)
      let place = buttons.count
      button.onTap = { [weak self] in self?.onChoice(place) }
      buttons.append(button)
      append(button)
    }
    for (place, button) in buttons.enumerated() {
      button.title = titles[place]
      button.isSelected = place == selected
      button.tintColor = place == selected ? colors.tint : colors.unselected
    }
    placeChildren()
  }

  public override func layoutSubviews() {
    guard !buttons.isEmpty else { return }
    let height = max(0, bounds.height - bottomInset)
    var left: CGFloat = 0
    for (place, button) in buttons.enumerated() {
      let right = edge(at: bounds.width * CGFloat(place + 1) / CGFloat(buttons.count))
      button.frame = CGRect(x: left, y: 0, width: right - left, height: height)
      left = right
    }
  }

  public override func draw(into list: inout DisplayList) {
    list.fill(CGRect(x: 0, y: 0, width: bounds.width, height: 0.5), with: colors.line)
  }

  public override func environmentDidChange() {
    colors = takeBackground(after: colors)
    for button in buttons { button.tintColor = button.isSelected ? colors.tint : colors.unselected }
  }
}
