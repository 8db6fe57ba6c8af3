public import Katana
import Synchronization

/// Navigation that a test can replace: `live` dispatches, `mocked` records.
///
///     final class AppDependencies: NavigationProvider {
///       let navigation: NavigationWitness
///       ...
///     }
///
///     let requests = NavigationRequests()
///     let navigation = NavigationWitness.mocked(appendTo: requests)
///     try await login(navigation)
///     #expect(requests.requests == [.show("home")])
///
/// Source: docs/semantics/tempura.md, V9.
public struct NavigationWitness: Sendable {
  /// Shows screens; see `Show`.
  public typealias ShowHandler =
    @Sendable (
      _ identifiers: [RouteElementIdentifier],
      _ animated: Bool,
      _ context: NavigationContext?
    ) async throws -> Void

  /// Hides a screen, or the topmost; see `Hide`.
  public typealias HideHandler =
    @Sendable (
      _ identifier: RouteElementIdentifier?,
      _ animated: Bool,
      _ context: NavigationContext?,
      _ atomic: Bool
    ) async throws -> Void

  private let showHandler: ShowHandler
  private let hideHandler: HideHandler

  private init(show: @escaping ShowHandler, hide: @escaping HideHandler) {
    (showHandler, hideHandler) = (show, hide)
  }

  /// Shows screens; see `Show`.
  ///
  /// - Throws: The error that rejects the request.
  public func show(
    _ identifiers: [RouteElementIdentifier],
    animated: Bool = false,
    context: NavigationContext? = nil
  ) async throws {
    try await showHandler(identifiers, animated, context)
  }

  /// Shows a screen; see `Show`.
  ///
  /// - Throws: The error that rejects the request.
  public func show(
    _ identifier: RouteElementIdentifier,
    animated: Bool = false,
    context: NavigationContext? = nil
  ) async throws {
    try await showHandler([identifier], animated, context)
  }

  /// Shows screens; see `Show`.
  ///
  /// - Throws: The error that rejects the request.
  public func show(
    _ identifiers: [some RawRepresentable<RouteElementIdentifier>],
    animated: Bool = false,
    context: NavigationContext? = nil
  ) async throws {
    try await showHandler(identifiers.map(\.rawValue), animated, context)
  }

  /// Shows a screen; see `Show`.
  ///
  /// - Throws: The error that rejects the request.
  public func show(
    _ identifier: some RawRepresentable<RouteElementIdentifier>,
    animated: Bool = false,
    context: NavigationContext? = nil
  ) async throws {
    try await showHandler([identifier.rawValue], animated, context)
  }

  /// Hides a screen; see `Hide`.
  ///
  /// - Throws: The error that rejects the request.
  public func hide(
    _ identifier: RouteElementIdentifier,
    animated: Bool = false,
    context: NavigationContext? = nil,
    atomic: Bool = false
  ) async throws {
    try await hideHandler(identifier, animated, context, atomic)
  }

  /// Hides a screen; see `Hide`.
  ///
  /// - Throws: The error that rejects the request.
  public func hide(
    _ identifier: some RawRepresentable<RouteElementIdentifier>,
    animated: Bool = false,
    context: NavigationContext? = nil,
    atomic: Bool = false
  ) async throws {
    try await hideHandler(identifier.rawValue, animated, context, atomic)
  }

  /// Hides the topmost screen; see `Hide`.
  ///
  /// - Throws: The error that rejects the request.
  public func hide(
    animated: Bool = false,
    context: NavigationContext? = nil,
    atomic: Bool = false
  ) async throws {
    try await hideHandler(nil, animated, context, atomic)
  }

  /// A witness that dispatches `Show` and `Hide`, and returns when they have ended.
  public static func live(dispatch: @escaping AnyDispatch) -> NavigationWitness {
    NavigationWitness { identifiers, animated, context in
      _ = try await dispatch(Show(identifiers, animated: animated, context: context)).value
    } hide: { identifier, animated, context, atomic in
      let hide =
        identifier.map { Hide($0, animated: animated, context: context, atomic: atomic) }
        ?? Hide(animated: animated, context: context, atomic: atomic)
      _ = try await dispatch(hide).value
    }
  }

  /// A witness that records requests, and calls the handlers of a test.
  ///
  /// - Parameters:
  ///   - requests: The record; hiding the topmost screen is `.hide("nil")`.
  ///   - showHandlers: The handler for a screen is called when that is to be shown.
  ///   - hideHandlers: The handler for a screen is called when that is to be hidden.
  /// - Returns: The witness.
  public static func mocked(
    appendTo requests: NavigationRequests = [],
    showHandlers: [RouteElementIdentifier:
      @Sendable (_ animated: Bool, _ context: NavigationContext?) async throws -> Void] = [:],
    hideHandlers: [RouteElementIdentifier:
      @Sendable (_ animated: Bool, _ context: NavigationContext?, _ atomic: Bool) async throws ->
      Void] = [:]
  ) -> NavigationWitness {
    NavigationWitness { identifiers, animated, context in
      requests.append(contentsOf: identifiers.map { .show($0) })
      for identifier in identifiers { try await showHandlers[identifier]?(animated, context) }
    } hide: { identifier, animated, context, atomic in
      let identifier = identifier ?? "nil"
      requests.append(contentsOf: [.hide(identifier)])
      try await hideHandlers[identifier]?(animated, context, atomic)
    }
  }

  /// A witness that throws `NavigatorError.unimplemented` for unexpected requests; the original crashed.
  public static func unimplemented(
    show: @escaping ShowHandler = { identifiers, _, _ in
      throw NavigatorError.unimplemented("show \(identifiers)")
    },
    hide: @escaping HideHandler = { identifier, _, _, _ in
      throw NavigatorError.unimplemented("hide \(identifier ?? "the topmost screen")")
    }
  ) -> NavigationWitness {
    NavigationWitness(show: show, hide: hide)
  }
}

/// The requests to a mocked witness, in order.
///
/// Isolation: any task.
public final class NavigationRequests: Equatable, ExpressibleByArrayLiteral,
  CustomDebugStringConvertible,
  Sendable
{
  private let contents: Mutex<[NavigationRequest]>

  /// Makes a list that begins with some requests.
  public init(_ requests: [NavigationRequest] = []) { contents = Mutex(requests) }

  /// Makes a list that begins with some requests.
  public convenience init(arrayLiteral elements: NavigationRequest...) { self.init(elements) }

  /// The requests so far.
  public var requests: [NavigationRequest] { contents.withLock { $0 } }

  func append(contentsOf requests: [NavigationRequest]) {
    contents.withLock { $0 += requests }
  }

  /// Whether both have the same requests in the same order.
  public static func == (left: NavigationRequests, right: NavigationRequests) -> Bool {
    left === right || left.requests == right.requests
  }

  /// The requests, such as `[show home, hide item]`.
  public var debugDescription: String { requests.debugDescription }
}
