public import Signposts

/// An updater of a slice, as the store of the whole state sees it: what interceptors and logs get.
///
/// In traces and in descriptions it has the name of the slice's updater.
public struct ScopedUpdater<Root: State, Updater: StateUpdater>: StateUpdater {
  /// Where the slice is.
  public let keyPath: any WritableKeyPath<Root, Updater.StateType> & Sendable
  /// What changes the slice.
  public let updater: Updater

  /// Makes an updater of the whole state that changes a slice of it.
  public init(
    _ updater: Updater,
    at keyPath: any WritableKeyPath<Root, Updater.StateType> & Sendable
  ) {
    self.updater = updater
    self.keyPath = keyPath
  }

  /// Changes the slice where it lies.
  public func updateState(_ state: inout Root) {
    updater.updateState(&state[keyPath: keyPath])
  }

  /// The description of the slice's updater.
  public var debugDescription: String { updater.debugDescription }
}

extension ScopedUpdater: TraceNamed {
  /// The name of the slice's updater.
  public static var traceName: String {
    (Updater.self as? any TraceNamed.Type)?.traceName ?? String(reflecting: Updater.self)
  }
}
