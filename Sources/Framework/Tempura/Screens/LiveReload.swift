public import NativeViews

extension ViewTree {
  /// Updates and lays out all views of some types anew, as where their code was changed while the program runs.
  ///
  /// - Parameter types: The types, exactly.
  /// - Returns: The number of views.
  ///
  /// Source: docs/semantics/tempura.md, T13.
  @discardableResult
  public func reload(_ types: [any View.Type]) -> Int {
    let ids = Set(types.map { ObjectIdentifier($0) })
    return reload { ids.contains(ObjectIdentifier(type(of: $0))) }
  }

  /// Updates and lays out all views of types with some names, with or without their modules.
  ///
  /// - Returns: The number of views.
  @discardableResult
  public func reload(named names: Set<String>) -> Int {
    reload { view in
      names.contains("\(type(of: view))") || names.contains(String(reflecting: type(of: view)))
    }
  }

  private func reload(where isWanted: (any View) -> Bool) -> Int {
    var views: [any View] = []
    root.forEachView { view in
      if let view = view as? any View, isWanted(view) { views.append(view) }
    }
    for view in views {
      if let view = view as? any ModellableView { view.updateAgain() } else { view.update() }
      view.layoutSubviews()
    }
    return views.count
  }
}

extension ModellableView {
  /// Shows the model that it has.
  fileprivate func updateAgain() { update(oldModel: model) }
}
