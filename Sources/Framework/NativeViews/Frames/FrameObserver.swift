/// Observes the frames of a tree, for traces.
@MainActor
package protocol FrameObserver: AnyObject {
  func frameBegins()
  func frameEnds()
  /// Called before a commit that has something to show.
  func commitBegins(_ changes: borrowing ViewChanges, of tree: ViewTree)
  func commitEnds()
}
