/// Dispatches actions after others.
///
///     let linker = ActionLinker.middleware(for: [
///       ActionLinks(source: AddItem.self, links: [UpdateTotal.self, SaveCart.self])
///     ])
///
/// Source: docs/semantics/legacy.md, L10.
public enum ActionLinker {
  /// Makes the middleware of links.
  public static func middleware(for links: [ActionLinks]) -> StoreMiddleware {
    var table: [ObjectIdentifier: [any LinkeableAction.Type]] = [:]
    for entry in links { table[ObjectIdentifier(entry.source), default: []] += entry.links }
    return { [table] getState, dispatch in
      { next in
        { item in
          guard let source = item as? any Action,
            let links = table[ObjectIdentifier(type(of: item))]
          else { return next(item) }
          let old = getState()
          next(item)
          let new = getState()
          for link in links {
            if let linked = link.init(oldState: old, newState: new, sourceAction: source) {
              dispatch(linked)
            }
          }
        }
      }
    }
  }
}

/// The actions that are dispatched after those of a type.
public struct ActionLinks: Sendable {
  /// The type of the actions.
  public let source: any Action.Type
  /// The types of the actions that follow, in order.
  public let links: [any LinkeableAction.Type]

  /// Makes the links of an action type.
  public init(source: any Action.Type, links: [any LinkeableAction.Type]) {
    self.source = source
    self.links = links
  }
}

/// An action that is dispatched when another was handled.
///
/// Source: docs/semantics/legacy.md, L10.
public protocol LinkeableAction: Action {
  /// Makes the action from the handled one and the states around it, or nothing.
  init?(oldState: any State, newState: any State, sourceAction: any Action)
}
