/// Dispatches actions after others.
///
///     let linker = ActionLinker.middleware(for: [
///       ActionLinks(source: AddItem.self, links: [UpdateTotal.self, SaveCart.self])
///     ])
///
/// Links of one source in several entries all count, in order; a link that makes nothing is skipped. For
/// an asynchronous source each of its steps counts: the link looks at `sourceAction.state`.
///
/// Source: SEMANTICS.md, L10.
public enum ActionLinker {
  /// Makes the middleware of some links.
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
