/// How a presented controller is shown.
public enum ModalPresentationStyle: Hashable, Sendable {
  /// Replaces what is below, which disappears.
  case fullScreen
  /// Covers what is below, which remains visible.
  case overFullScreen
}

extension AnyViewController {
  /// The controller presented by this one, or by its nearest ancestor that presents one.
  public final var presentedViewController: AnyViewController? { nearest { $0.presented } }

  /// The controller that presented this one, or its nearest ancestor that was presented.
  public final var presentingViewController: AnyViewController? { nearest { $0.presenter } }

  /// The first value that a closure finds for this controller or an ancestor.
  final func nearest<Found>(_ find: (AnyViewController) -> Found?) -> Found? {
    var controller: AnyViewController? = self
    while let candidate = controller {
      if let found = find(candidate) { return found }
      controller = candidate.parent
    }
    return nil
  }

  /// Shows a controller above this one's window; this one's outermost ancestor presents it.
  ///
  /// Refused with a `ViewDiagnosis`, and completed at once, if something is presented already or the controller is in use elsewhere.
  ///
  /// - Parameters:
  ///   - controller: A controller that has no parent and isn't presented.
  ///   - animated: Whether to animate.
  ///   - completion: Called when it is in place.
  ///
  /// Source: docs/semantics/tempura.md, C4.
  public final func present(
    _ controller: AnyViewController,
    animated: Bool,
    completion: (() -> Void)? = nil
  ) {
    controller.endDepartures()
    endDepartures()
    let presenter = outermost
    if let reason = presenter.refusal(of: controller) {
      report("\(type(of: controller)) can't be presented: \(reason.problem)", remedy: reason.remedy)
      completion?()
      return
    }
    presenter.presented = controller
    controller.presenter = presenter
    if let window {
      window.showLayers(animated: animated, completion: completion)
    } else {
      completion?()
    }
  }

  private func refusal(of controller: AnyViewController) -> (problem: String, remedy: String)? {
    if let presented {
      return (
        "\(type(of: self)) presents \(type(of: presented)) already",
        "dismiss that first, or let it present the other one"
      )
    }
    if controller.parent != nil {
      return ("it is in another controller", "remove it from there first")
    }
    if controller.presenter != nil { return ("it is presented already", "dismiss it first") }
    if controller.rootOf != nil { return ("it is the root of a window", "present another one") }
    if goes(with: controller) { return ("it would present itself", "present another one") }
    return nil
  }

  /// Dismisses what this controller or its outermost ancestor presents, with everything above it; if it presents nothing, dismisses itself,
  /// if presented.
  ///
  /// - Parameters:
  ///   - animated: Whether to animate.
  ///   - completion: Called when it is gone, or at once if there was nothing to dismiss.
  public final func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
    endDepartures()
    let own = outermost
    guard let presenter = own.presented == nil ? own.presenter : own else {
      completion?()
      return
    }
    let window = window
    var next = presenter.presented
    presenter.presented = nil
    next?.presenter = nil
    // What shows them keeps them until they have disappeared.
    while let controller = next {
      next = controller.presented
      controller.presented = nil
      next?.presenter = nil
    }
    if let window {
      window.showLayers(animated: animated, completion: completion)
    } else {
      completion?()
    }
  }
}
