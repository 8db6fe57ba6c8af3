/// Is told of the frames of a tree, as a trace needs it.
@MainActor
package protocol FrameObserver: AnyObject {
  /// A frame begins.
  func frameBegins()
  /// It ends.
  func frameEnds()
  /// A commit begins that has something to show.
  func commitBegins(_ changes: borrowing ViewChanges, of tree: ViewTree)
  /// It ends.
  func commitEnds()
}
