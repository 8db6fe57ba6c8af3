/// The screens as last read by a request, and what was new.
///
/// Reading compares and updates only the differences, so a step among many screens costs one look at each.
@MainActor
struct ScreenReading {
  /// The screens, the root first; kept only while a request runs.
  private(set) var screens: [any Routable] = []
  private var ids: [ObjectIdentifier] = []
  /// Their identifiers.
  private(set) var route: Route = []
  /// How many screens from the root are the same as before.
  private(set) var sameScreens = 0
  /// How many identifiers from the root are the same as before.
  private(set) var sameIdentifiers = 0

  /// The number of screens read.
  private var place = 0

  nonisolated init() {}

  /// Reads the current screens, reusing the previous reading.
  ///
  /// Complexity: O(n) in the screens.
  init(of source: (any RoutableProvider)?, after old: consuming ScreenReading) {
    (screens, ids, route) = (old.screens, old.ids, old.route)
    old = ScreenReading()
    (sameScreens, sameIdentifiers) = (screens.count, route.count)
    if let window = source as? WindowRoutables {
      window.forEachRouteLevel { read($0) }
    } else if let source {
      for screen in source.currentRoutables { read(screen) }
    }
    if place < screens.count {
      screens.removeSubrange(place...)
      ids.removeSubrange(place...)
      route.removeSubrange(place...)
    }
    sameScreens = min(sameScreens, place)
    sameIdentifiers = min(sameIdentifiers, place)
  }

  /// Reads the next screens; of unchanged ones, only the identifiers.
  private mutating func read(_ controllers: [AnyViewController]) {
    for index in controllers.indices {
      if place < ids.count, ids[place] == ObjectIdentifier(controllers[index]) {
        readIdentifier(of: screens[place])
      } else if let screen = controllers[index].routable {
        read(screen)
      }
    }
  }

  private mutating func read(_ screen: any Routable) {
    if place >= screens.count {
      screens.append(screen)
      ids.append(ObjectIdentifier(screen))
    } else if ids[place] != ObjectIdentifier(screen) {
      sameScreens = min(sameScreens, place)
      screens[place] = screen
      ids[place] = ObjectIdentifier(screen)
    }
    readIdentifier(of: screen)
  }

  private mutating func readIdentifier(of screen: any Routable) {
    let identifier = screen.routeIdentifier
    if place >= route.count {
      route.append(identifier)
    } else if route[place] != identifier {
      sameIdentifiers = min(sameIdentifiers, place)
      route[place] = identifier
    }
    place += 1
  }

  /// Whether a screen formerly read at a place is still there.
  func has(_ screen: any Routable, before place: Int) -> Bool {
    if place < sameScreens { return true }
    for other in screens[sameScreens...] where other === screen { return true }
    return false
  }

  /// Releases the screens.
  mutating func forgetScreens() { self = ScreenReading() }
}
