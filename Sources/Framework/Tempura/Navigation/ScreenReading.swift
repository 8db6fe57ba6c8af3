/// The screens as a request has read them last, and what of it was new.
///
/// Reading compares, and changes what differs, so that a step among many screens costs a look at each, and no more.
@MainActor
struct ScreenReading {
  /// The screens, the root first; kept only while a request runs.
  private(set) var screens: [any Routable] = []
  /// Their identifiers.
  private(set) var route: Route = []
  /// How many screens from the root on are the same as before.
  private(set) var sameScreens = 0
  /// How many identifiers from the root on are the same as before.
  private(set) var sameIdentifiers = 0

  nonisolated init() {}

  /// Makes a reading of what there is now, by the previous one, of which nothing is left.
  ///
  /// Complexity: O(n) in the screens.
  init(of source: (any RoutableProvider)?, after old: consuming ScreenReading) {
    var place = 0
    var (screens, route) = (old.screens, old.route)
    old = ScreenReading()
    var (sameScreens, sameIdentifiers) = (screens.count, route.count)
    func read(_ screen: any Routable) {
      if place >= screens.count {
        screens.append(screen)
      } else if screens[place] !== screen {
        sameScreens = min(sameScreens, place)
        screens[place] = screen
      }
      let identifier = screen.routeIdentifier
      if place >= route.count {
        route.append(identifier)
      } else if route[place] != identifier {
        sameIdentifiers = min(sameIdentifiers, place)
        route[place] = identifier
      }
      place += 1
    }
    if let window = source as? WindowRoutables {
      window.forEachRoutable(read)
    } else if let source {
      for screen in source.currentRoutables { read(screen) }
    }
    if place < screens.count { screens.removeSubrange(place...) }
    if place < route.count { route.removeSubrange(place...) }
    (self.screens, self.route) = (screens, route)
    self.sameScreens = min(sameScreens, place)
    self.sameIdentifiers = min(sameIdentifiers, place)
  }

  /// Whether a screen that was read at a place before is still there.
  func has(_ screen: any Routable, before place: Int) -> Bool {
    if place < sameScreens { return true }
    for other in screens[sameScreens...] where other === screen { return true }
    return false
  }

  /// Lets the screens go.
  mutating func forgetScreens() { screens = [] }
}
