/// Stands for a late `next` of a middleware that the store doesn't know: it is rejected, so that somebody is
/// told.
struct LateNext: AnyStateUpdater {
  let item: any Dispatchable

  func updatedState(currentState: any State) throws -> any State {
    throw LegacyError.lateNext(item: item.debugDescription)
  }

  var debugDescription: String { item.debugDescription }
}
