import Foundation
import NativeViews

/// How one controller's view replaces another's.
public enum ContainerTransition: Hashable, Sendable {
  /// Replaces the view at once.
  case none
  /// Fades the new one in while the old one fades out.
  case transitionCrossDissolve
}

extension AnyViewController {
  /// Adds a child controller, and its view to a container, above its other views.
  ///
  /// The child leaves its former parent. A controller that contains this one, is the root of a window, or is presented is refused with a
  /// `ViewDiagnosis`.
  ///
  /// Source: docs/semantics/tempura.md, T11.
  public final func add(_ child: AnyViewController, in container: ContainerView) {
    child.endDepartures()
    if child.parent === self {
      container.show(child.rootView)
      return
    }
    guard adopt(child) else { return }
    child.beginAppearanceTransition(isVisible, animated: false)
    container.show(child.rootView)
    child.updateSafeArea()
    child.endAppearanceTransition(animated: false)
    child.didMove(to: self)
  }

  /// Replaces the child whose view is last in the container.
  ///
  /// The old child disappears, and so disconnects, before the change is visible; it is removed at the end. A container without a child's
  /// view gets the new one at once.
  ///
  /// - Parameters:
  ///   - child: The new controller.
  ///   - container: Shows the child's view.
  ///   - duration: Duration of the change.
  ///   - options: How the change looks.
  ///   - completion: Called once at its end, even if there is nothing to do.
  public final func transition(
    to child: AnyViewController,
    in container: ContainerView,
    duration: Duration = .milliseconds(300),
    options: ContainerTransition = .transitionCrossDissolve,
    completion: (() -> Void)? = nil
  ) {
    container.transition?.finish()
    let old = children.last { $0.viewIfLoaded != nil && $0.viewIfLoaded === container.lastChild }
    guard let old, old !== child else {
      add(child, in: container)
      completion?()
      return
    }
    guard adopt(child) else {
      completion?()
      return
    }
    let isAnimated = options == .transitionCrossDissolve && duration > .zero && isVisible
    old.willMove(to: nil)
    old.beginAppearanceTransition(false, animated: isAnimated)
    child.beginAppearanceTransition(isVisible, animated: isAnimated)
    let (oldView, newView) = (old.rootView, child.rootView)
    let (oldAlpha, newAlpha) = (oldView.alpha, newView.alpha)
    container.show(newView)
    child.updateSafeArea()
    let running = RunningTransition { [weak self, weak container] in
      container?.transition = nil
      old.departure = nil
      newView.settle()
      if oldView.parent === container { oldView.removeFromParent() }
      oldView.withoutAnimation { oldView.alpha = oldAlpha }
      old.endAppearanceTransition(animated: isAnimated)
      if old.parent === self { self?.disown(old) }
      child.endAppearanceTransition(animated: isAnimated)
      if child.parent === self { child.didMove(to: self) }
      completion?()
    }
    guard isAnimated else { return running.finish() }
    (container.transition, old.departure) = (running, running)
    if !takesInputInTransitions { running.keepInput(from: [container]) }
    // A handler of cancelled touches may have ended it.
    guard container.transition === running else { return }
    newView.withoutAnimation { newView.alpha = 0 }
    container.animate(ViewAnimation(.easeInOut, duration: duration)) {
      newView.alpha = newAlpha
      oldView.alpha = 0
    } completion: { _ in
      running.finish()
    }
  }

  /// Removes the controller from its parent, and its view from its superview; does nothing without a parent.
  public final func remove() {
    endDepartures()
    guard let parent else { return }
    willMove(to: nil)
    beginAppearanceTransition(false, animated: false)
    viewIfLoaded?.removeFromParent()
    endAppearanceTransition(animated: false)
    parent.disown(self)
  }

  /// Whether the controller is another one or contained in it.
  public final func isDescendant(of other: AnyViewController) -> Bool {
    nearest { $0 === other ? other : nil } != nil
  }

  // MARK: Links

  /// Adds a new child as the last one; the caller must call ``didMove(to:)``.
  final func adopt(_ child: AnyViewController) -> Bool {
    Self.beginChange()
    defer { Self.endChange() }
    child.endDepartures()
    endDepartures()
    guard !goes(with: child) else {
      report(
        "\(type(of: child)) can't be put into a controller that is in it, or that it presents",
        remedy: "remove the inner controller from its parent, or dismiss it, first"
      )
      return false
    }
    guard child.rootOf == nil, child.presenter == nil else {
      report(
        "\(type(of: child)) can't be put into another controller: it is "
          + (child.rootOf == nil ? "presented" : "the root of a window"),
        remedy: child.rootOf == nil ? "dismiss it first" : "give the window another root first"
      )
      return false
    }
    child.remove()
    child.willMove(to: self)
    children.append(child)
    child.parent = self
    return true
  }

  /// Adds controllers that aren't children yet; reports and skips duplicates and those that can't be added.
  ///
  /// - Parameters:
  ///   - controllers: The controllers, in order.
  ///   - below: Existing children, without duplicates; read only if one of the controllers is a child.
  ///   - place: Where duplicates aren't allowed, for the report.
  /// - Returns: The controllers that are children now, in order, and the new ones among them.
  ///
  /// Complexity: O(n) in the controllers, and in `below` if it is read.
  final func adopt(
    _ controllers: ArraySlice<AnyViewController>,
    above below: @autoclosure () -> ArraySlice<AnyViewController> = [],
    onceIn place: String
  ) -> (all: [AnyViewController], added: [AnyViewController]) {
    var all: [AnyViewController] = []
    var added: [AnyViewController] = []
    var known: Set<ObjectIdentifier> = []
    var isBelowKnown = false
    for controller in controllers {
      if !isBelowKnown, controller.parent === self {
        for other in below() { known.insert(ObjectIdentifier(other)) }
        isBelowKnown = true
      }
      guard !known.contains(ObjectIdentifier(controller)) else {
        report("\(type(of: controller)) is in \(place) twice", remedy: "give each once")
        continue
      }
      if controller.parent !== self {
        guard adopt(controller) else { continue }
        added.append(controller)
      }
      all.append(controller)
      if controllers.count > 1 { known.insert(ObjectIdentifier(controller)) }
    }
    return (all, added)
  }

  /// Whether the controller is in another one, or in something that one presents.
  final func goes(with other: AnyViewController) -> Bool {
    var controller: AnyViewController? = self
    while let candidate = controller {
      if candidate === other { return true }
      controller = candidate.parent ?? candidate.presenter
    }
    return false
  }

  /// Ends the departure animations of the controller and its ancestors: only then it is out of its parent.
  final func endDepartures() {
    var controller: AnyViewController? = self
    while let candidate = controller {
      candidate.departure?.finish()
      controller = candidate.parent
    }
  }

  final func disown(_ child: AnyViewController) {
    Self.beginChange()
    defer { Self.endChange() }
    forget([child])
    childDidLeave(child)
    child.didMove(to: nil)
  }

  /// Removes children without notifying any controller.
  ///
  /// Complexity: O(1) for the last child; O(n) for all others.
  final func forget(_ gone: [AnyViewController]) {
    if gone.count == 1 {
      if let place = children.lastPlace(of: gone[0]) { children.remove(at: place) }
    } else if !gone.isEmpty {
      children = children.subtracting(gone)
    }
    for child in gone { child.parent = nil }
  }

  /// Diagnoses a mistake in the use of the controller.
  final func report(_ problem: String, remedy: String) {
    let diagnosis = ViewDiagnosis(
      subject: "\(type(of: self))",
      problem: problem,
      remedy: remedy
    )
    if let tree = viewIfLoaded?.tree ?? window?.tree {
      tree.onDiagnosis(diagnosis)
    } else {
      diagnosis.printWarning()
    }
  }
}

extension [AnyViewController] {
  /// The place of a controller, searched from the end; the last one is found at once.
  func lastPlace(of controller: AnyViewController) -> Int? {
    lastIndex { $0 === controller }
  }

  /// The controllers that aren't among others, in order.
  ///
  /// Complexity: O(n + m).
  func subtracting(_ others: [AnyViewController]) -> [AnyViewController] {
    if isEmpty || others.isEmpty { return self }
    var ids = Set<ObjectIdentifier>(minimumCapacity: others.count)
    for other in others { ids.insert(ObjectIdentifier(other)) }
    return filter { !ids.contains(ObjectIdentifier($0)) }
  }
}
