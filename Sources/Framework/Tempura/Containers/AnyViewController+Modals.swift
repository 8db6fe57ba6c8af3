/// The way in which a presented controller is shown.
public enum ModalPresentationStyle: Hashable, Sendable {
  /// It takes the place of what is below, which disappears.
  case fullScreen
  /// It is above what is below, which is still seen.
  case overFullScreen
}

extension AnyViewController {
  /// The controller that this one, or the nearest that it is in, presents.
  public final var presentedViewController: AnyViewController? { nearest { $0.presented } }

  /// The controller that has presented this one, or the nearest that it is in that was presented.
  public final var presentingViewController: AnyViewController? { nearest { $0.presenter } }

  private func nearest(_ link: (AnyViewController) -> AnyViewController?) -> AnyViewController? {
    var controller: AnyViewController? = self
    while let candidate = controller {
      if let found = link(candidate) { return found }
      controller = candidate.parent
    }
    return nil
  }

  /// Shows a controller above the window of this one; the outermost controller that this one is in presents it.
  ///
  /// Refused with a `ViewDiagnosis`, and completed at once, where something is presented already or the controller is
  /// in use elsewhere.
  ///
  /// - Parameters:
  ///   - controller: One without parent, that isn't presented.
  ///   - animated: Whether it moves there.
  ///   - completion: Called when it is there.
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

  /// Takes away what this controller, or the one that it is in, presents, with all that is above; where it presents nothing, takes
  /// itself away, if it was presented.
  ///
  /// - Parameters:
  ///   - animated: Whether it moves away.
  ///   - completion: Called when it is gone, or at once where there was nothing.
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
    // They are kept by what shows them until they have disappeared.
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
