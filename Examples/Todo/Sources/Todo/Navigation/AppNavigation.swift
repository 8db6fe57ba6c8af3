import Tempura

// "We suggest to organize the navigation of the application in a single file `AppNavigation.swift`".

/// Names of the screens.
enum Screen {
  static let list = "list"
  static let add = "add"
  static let problem = "problem"

  /// The name says which item it is, so that it can be linked to, recorded and replayed.
  static func item(_ id: TodoItem.ID) -> RouteElementIdentifier { "item-\(id)" }

  /// The item of a screen's name.
  static func itemID(_ identifier: RouteElementIdentifier) -> TodoItem.ID? {
    guard identifier.hasPrefix("item-") else { return nil }
    return TodoItem.ID(identifier.dropFirst("item-".count))
  }
}

extension ListViewController: Routable {
  var routeIdentifier: RouteElementIdentifier { Screen.list }

  func push(
    identifier: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) {
    if let id = Screen.itemID(identifier) {
      let item = ItemViewController(store: store, id: id)
      navigationController?.pushViewController(item, animated: animated, completion: completion)
    }
  }

  /// Asked last of all screens, so that modals come from here, whichever screen is above.
  func presentModally(
    from: AnyViewController,
    modal: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    let screen: AnyViewController
    switch modal {
    case Screen.add: screen = AddViewController(store: store)
    case Screen.problem: screen = ProblemViewController(store: store)
    default: return false
    }
    from.present(screen, animated: animated, completion: completion)
    return true
  }
}

extension ItemViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.item(id) }

  // In Tempura 9 the same is said by a table.
  var navigationConfiguration: NavigationConfiguration { [.hide(routeIdentifier): .pop] }
}

extension AddViewController: Routable {
  var routeIdentifier: RouteElementIdentifier { Screen.add }

  func dismissModally(
    identifier: RouteElementIdentifier,
    vcToDismiss: AnyViewController,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    dismiss(animated: animated, completion: completion)
    return true
  }
}

extension ProblemViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.problem }

  var navigationConfiguration: NavigationConfiguration {
    [.hide(Screen.problem): .dismissModally(behaviour: .hard)]
  }
}
