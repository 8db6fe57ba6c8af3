/// How a screen answers a request in its configuration.
///
/// Source: docs/semantics/tempura.md, V7, V8.
public enum NavigationInstruction {
  /// What happens to the screens presented by a modal that is dismissed.
  public enum ModalDismissBehaviour: Sendable {
    /// They stay, and the modal goes with the last of them; it leaves the route at once.
    case soft
    /// They go with it.
    case hard
  }

  /// Performs something without an instruction of its own; calls the completion handler when it is done.
  public typealias CustomClosure =
    @MainActor (
      _ identifier: RouteElementIdentifier,
      _ from: RouteElementIdentifier,
      _ animated: Bool,
      _ context: Any?,
      _ completion: @escaping RoutingCompletion
    ) -> Void

  /// Like `CustomClosure`, but may return `false` to leave it to the next screen.
  public typealias OptionalCustomClosure =
    @MainActor (
      _ identifier: RouteElementIdentifier,
      _ from: RouteElementIdentifier,
      _ animated: Bool,
      _ context: Any?,
      _ completion: @escaping RoutingCompletion
    ) -> Bool

  /// Pushes a controller onto the navigation controller that the screen is or is in.
  case push(@MainActor (_ context: Any?) -> AnyViewController)
  /// Pops the screen and everything above it from its stack.
  case pop
  /// Pops everything except the root of the navigation controller.
  case popToRootViewController
  /// Pops everything above a screen of the stack; above the last one if several have its identifier.
  case popToViewController(identifier: RouteElementIdentifier)
  /// Presents a controller above everything on screen.
  case presentModally(@MainActor (_ context: Any?) -> AnyViewController)
  /// Dismisses the modal that the screen is or is in.
  case dismissModally(behaviour: ModalDismissBehaviour)
  /// Performs a closure.
  case custom(CustomClosure)
  /// Performs a closure, which may leave the request to the next screen.
  case optionalCustom(OptionalCustomClosure)

  /// Whether the screens presented by the modal stay.
  var isSoft: Bool {
    if case .dismissModally(.soft) = self { true } else { false }
  }
}

/// A screen's answers to requests; of several entries for the same request, the first one applies that doesn't leave it to the next.
public typealias NavigationConfiguration = KeyValuePairs<NavigationRequest, NavigationInstruction>

/// A screen that answers by a table.
///
///     extension HomeController: RoutableWithConfiguration {
///       var routeIdentifier: RouteElementIdentifier { Screen.home.rawValue }
///
///       var navigationConfiguration: NavigationConfiguration {
///         [
///           .show(Screen.item): .push { [unowned self] context in
///             ItemController(store: store, item: context as? Item.ID)
///           },
///           .hide(Screen.item): .pop,
///         ]
///       }
///     }
///
/// Source: docs/semantics/tempura.md, V7.
@MainActor
public protocol RoutableWithConfiguration: AnyViewController, Routable {
  /// The table, in order of precedence.
  var navigationConfiguration: NavigationConfiguration { get }
}

extension RoutableWithConfiguration {
  /// Follows the configuration; leaves other requests to the next screen.
  public func show(
    identifier: RouteElementIdentifier,
    from: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    answer(
      .show(identifier),
      from: from,
      animated: animated,
      context: context,
      completion: completion
    )
  }

  /// Follows the configuration; leaves other requests to the next screen.
  public func hide(
    identifier: RouteElementIdentifier,
    from: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    atomic: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    answer(
      .hide(identifier),
      from: from,
      animated: animated,
      context: context,
      completion: completion
    )
  }

  /// Answers a request by the configuration; for screens that implement `show` or `hide` themselves and leave the rest to the table.
  ///
  /// - Returns: Whether an entry answers it and doesn't leave it to the next screen.
  public func answer(
    _ request: NavigationRequest,
    from: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    let identifier = request.identifier
    for (key, instruction) in navigationConfiguration where key == request {
      do throws(InstructionError) {
        switch instruction {
        case .push(let make): try push(animated, completion) { make(context) }
        case .pop: try pop(identifier, animated, completion)
        case .popToRootViewController: try popToRoot(animated, completion)
        case .popToViewController(let place): try pop(to: place, animated, completion)
        case .presentModally(let make): try presentOnTop(make(context), animated, completion)
        case .dismissModally(let behaviour):
          try dismissModal(of: identifier, behaviour, animated, completion)
        case .custom(let perform): perform(identifier, from, animated, context, completion)
        case .optionalCustom(let perform):
          if !perform(identifier, from, animated, context, completion) { continue }
        }
      } catch {
        reject(error)
      }
      return true
    }
    return false
  }
}

/// Why an instruction can't be followed.
enum InstructionError: Error, CustomStringConvertible {
  case noStack
  case coveredStack(by: String)
  case notInStack(RouteElementIdentifier)
  case rootOfStack(RouteElementIdentifier)
  case notOnScreen(RouteElementIdentifier)
  case notModal(RouteElementIdentifier)
  case inUse(String)

  var description: String {
    switch self {
    case .noStack:
      "it neither is a NavigationController nor is in one; put it into one, or present modally"
    case .coveredStack(let modal):
      "\(modal) is presented above its NavigationController; hide that first, or present modally"
    case .notInStack(let identifier):
      "\(identifier) is not in its NavigationController; use an instruction for where it is"
    case .rootOfStack(let identifier):
      "\(identifier) is the root of its NavigationController; dismiss or change what that is in"
    case .notOnScreen(let identifier):
      "\(identifier) is no longer on screen; hide what is in the route"
    case .notModal(let identifier):
      "\(identifier) was not presented modally; use pop"
    case .inUse(let controller):
      "\(controller) is on screen already; make a new one for each request"
    }
  }
}

// What instructions do to controllers.
extension AnyViewController {
  private func stack() throws(InstructionError) -> NavigationController {
    guard let stack = self as? NavigationController ?? navigationController else { throw .noStack }
    return stack
  }

  fileprivate func push(
    _ animated: Bool,
    _ completion: @escaping RoutingCompletion,
    _ make: () -> AnyViewController
  ) throws(InstructionError) {
    let stack = try stack()
    if let modal = stack.outermost.presented { throw .coveredStack(by: "\(type(of: modal))") }
    let controller = make()
    try controller.requireUnused()
    stack.pushViewController(controller, animated: animated, completion: completion)
  }

  fileprivate func pop(
    _ identifier: RouteElementIdentifier,
    _ animated: Bool,
    _ completion: @escaping RoutingCompletion
  ) throws(InstructionError) {
    let stack = try stack()
    guard let place = stack.place(ofScreen: identifier) else { throw .notInStack(identifier) }
    guard place > 0 else { throw .rootOfStack(identifier) }
    stack.pop(to: place - 1, animated, completion)
  }

  fileprivate func popToRoot(
    _ animated: Bool,
    _ completion: @escaping RoutingCompletion
  ) throws(InstructionError) {
    try stack().popToRootViewController(animated: animated, completion: completion)
  }

  fileprivate func pop(
    to identifier: RouteElementIdentifier,
    _ animated: Bool,
    _ completion: @escaping RoutingCompletion
  ) throws(InstructionError) {
    let stack = try stack()
    guard let place = stack.place(ofScreen: identifier) else { throw .notInStack(identifier) }
    stack.pop(to: place, animated, completion)
  }

  /// Presents a controller above everything on screen.
  fileprivate func presentOnTop(
    _ controller: AnyViewController,
    _ animated: Bool,
    _ completion: @escaping RoutingCompletion
  ) throws(InstructionError) {
    try controller.requireUnused()
    controller.isToBeDismissed = false
    base.topmost.present(controller, animated: animated, completion: completion)
  }

  private func requireUnused() throws(InstructionError) {
    guard parent == nil, presenter == nil, rootOf == nil else { throw .inUse("\(type(of: self))") }
  }

  /// Dismisses the modal that a screen is or is in, with those below that only waited for it.
  fileprivate func dismissModal(
    of identifier: RouteElementIdentifier,
    _ behaviour: NavigationInstruction.ModalDismissBehaviour,
    _ animated: Bool,
    _ completion: @escaping RoutingCompletion
  ) throws(InstructionError) {
    let layers = layers
    let found = layers.lastIndex { !$0.isToBeDismissed && $0.hasRoutable(identifier) }
    guard var place = found else { throw .notOnScreen(identifier) }
    // What is in no window was removed already.
    guard place > 0 else {
      throw layers[0].rootOf == nil ? .notOnScreen(identifier) : .notModal(identifier)
    }
    if behaviour == .soft, place < layers.count - 1 {
      layers[place].isToBeDismissed = true
      return completion()
    }
    while place > 1, layers[place - 1].isToBeDismissed { place -= 1 }
    for layer in layers[place...] { layer.isToBeDismissed = false }
    layers[place - 1].dismiss(animated: animated, completion: completion)
  }

  /// The root of the window, or the outermost controller without one, and the controllers presented above it, the topmost last.
  var layers: [AnyViewController] { base.layersFromHere }
}
