import Foundation
import NativeViews

/// The way in which the view of one controller takes the place of another's.
public enum ContainerTransition: Hashable, Sendable {
  /// At once.
  case none
  /// The new one fades in while the old one fades out.
  case transitionCrossDissolve
}

extension AnyViewController {
  /// Puts a controller into this one, and its view into a container above what is there.
  ///
  /// It leaves the parent that it has. A controller that contains this one, or is the root of a window or presented, is refused
  /// with a `ViewDiagnosis`.
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

  /// Puts a controller into this one, in the place of the child whose view is the last in the container.
  ///
  /// The old child is told that it disappears, and so disconnects, before the change is seen; it is removed at the end. A container
  /// without view of a child gets the new one at once.
  ///
  /// - Parameters:
  ///   - child: The new controller.
  ///   - container: Where it is shown.
  ///   - duration: Time of the change.
  ///   - options: Way of the change.
  ///   - completion: Called at its end, once, also where nothing is to be done.
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
      oldView.immediately { oldView.alpha = oldAlpha }
      old.endAppearanceTransition(animated: isAnimated)
      if old.parent === self { self?.disown(old) }
      child.endAppearanceTransition(animated: isAnimated)
      if child.parent === self { child.didMove(to: self) }
      completion?()
    }
    guard isAnimated else { return running.finish() }
    container.transition = running
    if !takesInputInTransitions { running.keepInput(from: [container]) }
    old.departure = running
    newView.immediately { newView.alpha = 0 }
    container.animate(ViewAnimation(.easeInOut, duration: duration)) {
      newView.alpha = newAlpha
      oldView.alpha = 0
    } completion: { _ in
      running.finish()
    }
  }

  /// Takes the controller out of its parent, and its view out of what it is in; nothing without a parent.
  public final func remove() {
    endDepartures()
    guard let parent else { return }
    willMove(to: nil)
    beginAppearanceTransition(false, animated: false)
    viewIfLoaded?.removeFromParent()
    endAppearanceTransition(animated: false)
    parent.disown(self)
  }

  /// Whether the controller is another one, or somewhere in it.
  public final func isDescendant(of other: AnyViewController) -> Bool {
    var controller: AnyViewController? = self
    while let candidate = controller {
      if candidate === other { return true }
      controller = candidate.parent
    }
    return false
  }

  // MARK: Links

  /// Takes a controller that isn't a child as the last one; ``didMove(to:)`` is the caller's to call.
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

  /// Takes those of some controllers that aren't children; one that is there twice, or can't be taken, is reported and left out.
  ///
  /// - Parameters:
  ///   - controllers: The controllers, in order.
  ///   - below: Children that are there as well, each once; looked at only where one of the controllers is a child.
  ///   - place: Where none may be twice, for the report.
  /// - Returns: Those that are children now, in order, and those of them that weren't before.
  ///
  /// Complexity: O(n) in the controllers, and in those below where they are looked at.
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

  /// Whether the controller is in another one, or in what this one presents.
  final func goes(with other: AnyViewController) -> Bool {
    var controller: AnyViewController? = self
    while let candidate = controller {
      if candidate === other { return true }
      controller = candidate.parent ?? candidate.presenter
    }
    return false
  }

  /// Ends the animations in which the controller, or one that it is in, is seen to go: only then is it out of its parent.
  final func endDepartures() {
    var controller: AnyViewController? = self
    while let candidate = controller {
      candidate.departure?.finish()
      controller = candidate.parent
    }
  }

  /// Forgets a child.
  final func disown(_ child: AnyViewController) {
    Self.beginChange()
    defer { Self.endChange() }
    forget([child])
    childDidLeave(child)
    child.didMove(to: nil)
  }

  /// Lets children go without telling anybody.
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

  /// Tells of a mistake in the use of the controller.
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
  /// The place of a controller, looked for from the end; found at once where it is the last.
  func lastPlace(of controller: AnyViewController) -> Int? {
    var place = count
    while place > 0 {
      place -= 1
      if self[place] === controller { return place }
    }
    return nil
  }

  /// The controllers that aren't among others, in their order.
  ///
  /// Complexity: O(n + m).
  func subtracting(_ others: [AnyViewController]) -> [AnyViewController] {
    if isEmpty || others.isEmpty { return self }
    var ids = Set<ObjectIdentifier>(minimumCapacity: others.count)
    for other in others { ids.insert(ObjectIdentifier(other)) }
    var rest: [AnyViewController] = []
    for controller in self where !ids.contains(ObjectIdentifier(controller)) {
      rest.append(controller)
    }
    return rest
  }
}
