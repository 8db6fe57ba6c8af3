public import Katana

extension DispatchableRegistry {
  /// Registers what logs of states with a navigation need.
  ///
  ///     var registry = DispatchableRegistry()
  ///     registry.registerNavigation(catalog)
  ///
  /// Navigations in states and items are written by the catalog's names. The actions of this module are registered under their own names.
  /// Programs with a `Navigator` of Tempura use its `registerNavigation()`.
  ///
  /// - Parameter catalog: The names of the destination types; it replaces an earlier one.
  public mutating func registerNavigation(_ catalog: DestinationCatalog) {
    if let key = CodingUserInfoKey.destinationCatalog { userInfo[key] = catalog }
    register(SetRootDestination.self)
    register(AddNewDestination.self)
    register(AddChildrenToDestination.self)
    register(SetActiveDestination.self)
    register(MoveDestination.self)
    register(ReplaceDestination.self)
    register(RemoveDestination.self)
    register(RemoveCurrentDestination.self)
    register(PopToDestination.self)
    register(SetRoute.self)
    register(ResetNavigation.self)
    register(NavigationTransaction.self)
  }
}
