import Katana
import KatanaRouter
import Tempura

// "Your entire app state is defined as a single struct".

/// A thing to do.
struct TodoItem: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
  var isDone = false
}

/// The whole state: what there is to do, how it is shown, and where the user is.
struct TodoState: State, RoutableState, Equatable {
  var items = Entities<TodoItem.ID, TodoItem>()
  /// How many of the items are done; kept by whoever changes them, for a screen that shows it would count all of them each time.
  var doneCount = 0
  /// The id of the next item; in the state, so that a log that is replayed gives the same ones.
  var nextID = 1
  var settings = Settings()
  /// What has gone wrong, for the screen that says it.
  var problem: String?
  var navigationState = NavigationState()

  /// The names of the screens, the root first.
  var route: Route { navigationState.tree.screenRoute }
}

extension TodoState {
  /// Puts items in the place of all others.
  mutating func setItems(_ items: [TodoItem]) {
    self.items = Entities(items)
    doneCount = items.count { $0.isDone }
    nextID = (items.map(\.id).max() ?? 0) + 1
  }

  /// Makes the state in which a route is shown at once, as by a deep link.
  init(items: [TodoItem], settings: Settings = Settings(), route: Route = []) throws {
    setItems(items)
    self.settings = settings
    navigationState = NavigationState(try NavigationTree(screenRoute: route))
  }
}

// For logs: the route is written as the names of its screens.
extension TodoState: Codable {
  private enum CodingKeys: CodingKey { case items, nextID, settings, problem, route }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    items = try values.decode(Entities<TodoItem.ID, TodoItem>.self, forKey: .items)
    doneCount = items.count { $0.value.isDone }
    nextID = try values.decode(Int.self, forKey: .nextID)
    settings = try values.decode(Settings.self, forKey: .settings)
    problem = try values.decodeIfPresent(String.self, forKey: .problem)
    let route = try values.decode(Route.self, forKey: .route)
    navigationState = NavigationState(try NavigationTree(screenRoute: route))
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(items, forKey: .items)
    try values.encode(nextID, forKey: .nextID)
    try values.encode(settings, forKey: .settings)
    try values.encodeIfPresent(problem, forKey: .problem)
    try values.encode(route, forKey: .route)
  }
}
