/// What has happened to what is on screen, in one step.
struct ScreenEdit {
  /// Who was asked; `nil` where the root comes or goes.
  var parent: Destination?
  /// What has gone.
  var popped: [Destination] = []
  /// What has come.
  var pushed: [Destination] = []
  /// In which order the children are then, as far as they are there.
  var order: DestinationList?
  /// Which child is the active one then, or that none is.
  var active: Destination??
  /// What got another context where it is.
  var updated: Destination?
}
