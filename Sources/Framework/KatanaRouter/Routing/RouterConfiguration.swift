import Katana

/// The configuration of a router.
public struct RouterConfiguration: Sendable {
  /// The time that a step may take; a negative time is zero, and a hundred years or more is for ever.
  public var stepTimeout: Duration

  /// The clock that measures `stepTimeout`.
  public var clock: any Clock<Duration>

  /// How often a failed step is tried again, as long as the same is wanted there; at least 0.
  public var resynchronizations: Int

  /// Called with what the router does; by default prints errors to stderr.
  public var onEvent: @MainActor @Sendable (RouterEvent) -> Void

  /// Makes a configuration.
  public init(
    stepTimeout: Duration = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock(),
    resynchronizations: Int = 1,
    onEvent: @escaping @MainActor @Sendable (RouterEvent) -> Void = {
      RouterConfiguration.printError($0)
    }
  ) {
    self.stepTimeout = stepTimeout
    self.clock = clock
    self.resynchronizations = resynchronizations
    self.onEvent = onEvent
  }

  /// Prints an error to stderr, and nothing else.
  public static func printError(_ event: RouterEvent) {
    guard case .failed(let error) = event else { return }
    StoreConfiguration.printWarning("\(error)")
  }
}

/// An event of a router's work.
public enum RouterEvent: Equatable, Sendable {
  /// A step was carried out.
  case performed(RouteStep)
  /// A routable got another context of its destination.
  case updated(Destination)
  /// Something went wrong; the state and what is shown may differ until the next change.
  case failed(RouterError)
}

/// Why a router could not carry out a step; it goes on with the others.
///
/// Source: docs/semantics/router.md, R18: in the original each was a trap.
public enum RouterError: Error, Equatable, Sendable {
  /// A step did not end in time.
  case timedOut(RouteStep, after: Duration)
  /// A step that did not end in time is wanted again, or retried by `Router.retry()`, and still hasn't ended.
  case stillRunning(RouteStep)
  /// A routable threw an error.
  case failed(RouteStep, reason: String)
  /// A routable doesn't implement the step.
  case unsupported(String, by: String)
  /// A routable did not return what a pushed destination leads to.
  case missingRoutable(Destination, parent: Destination)
  /// The routable of a destination has the wrong type.
  case wrongRoutable(Destination, found: String)
  /// The parent, or the destination to activate, was never shown, so nobody can be asked.
  case unrealized(RouteStep)
  /// The state had a root when the router started, so the identifier for a new one isn't used.
  case unusedRootIdentifier(String, root: Destination)
  /// The root that the router dispatched was rejected, for example by a guard, and there is no other.
  case rootRefused(Destination, reason: String)
  /// A routable did not take another context.
  case updateFailed(Destination, reason: String)
}

extension RouterError: CustomStringConvertible {
  /// The problem and its remedy in one line.
  public var description: String {
    switch self {
    case .timedOut(let step, let limit):
      "step \(step): it did not end within \(limit); return, or call the completion handler, always"
    case .stillRunning(let step):
      "step \(step): it has not ended since its time was over, so it isn't asked for again; "
        + "return, or call the completion handler, always"
    case .failed(let step, let reason):
      "step \(step): \(reason); correct the routable of its parent"
    case .unsupported(let request, let routable):
      "\(routable): it can't \(request); implement that method of Routable, "
        + "or conform to CompletionRoutable if it has completion handlers"
    case .missingRoutable(let destination, let parent):
      "destination \(destination): the change of \(parent) returned no routable for it; "
        + "return one for each pushed destination"
    case .wrongRoutable(let destination, let found):
      "destination \(destination): its routable is a \(found); return one of its routableType"
    case .unrealized(let step):
      "step \(step): its parent or what it activates is not shown; see the error before it"
    case .unusedRootIdentifier(let identifier, let root):
      "router: the state has the root \(root) already, \(identifier) is not used; leave it out"
    case .rootRefused(let root, let reason):
      "destination \(root): it did not become the root: \(reason); let it, or dispatch another"
    case .updateFailed(let destination, let reason):
      "destination \(destination): its context was not updated: \(reason); correct its routable"
    }
  }
}
