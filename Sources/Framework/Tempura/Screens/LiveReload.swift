public import NativeViews

extension ViewTree {
  /// Updates and lays out all views of some types in the tree, as after a change of their code at run time.
  ///
  /// - Parameter types: The exact types.
  /// - Returns: The number of views.
  ///
  /// Source: docs/semantics/tempura.md, T13.
  @discardableResult
  public func reload(_ types: [any View.Type]) -> Int { ReloadedViews(types).reload(in: [root]) }

  /// Updates and lays out all views of types with some names, with or without module names.
  ///
  /// - Returns: The number of views.
  @discardableResult
  public func reload(named names: Set<String>) -> Int {
    ReloadedViews(named: names).reload(in: [root])
  }
}

extension Window {
  /// Updates and lays out all views of some types, in the tree or loaded by one of the window's controllers but not visible.
  ///
  /// - Parameter types: The exact types.
  /// - Returns: The number of views.
  ///
  /// Source: docs/semantics/tempura.md, T13.
  @discardableResult
  public func reload(_ types: [any View.Type]) -> Int {
    ReloadedViews(types).reload(in: [tree.root] + unseenViews)
  }

  /// Updates and lays out all views of types with some names, with or without module names, visible or not.
  ///
  /// - Returns: The number of views.
  @discardableResult
  public func reload(named names: Set<String>) -> Int {
    ReloadedViews(named: names).reload(in: [tree.root] + unseenViews)
  }

  /// The outermost loaded views of controllers outside of the tree.
  private var unseenViews: [NativeView] {
    var views: [NativeView] = []
    func visit(_ controller: AnyViewController) {
      if let view = controller.viewIfLoaded, view.tree == nil, view.parent == nil {
        views.append(view)
      }
      for child in controller.children { visit(child) }
    }
    for layer in layers { visit(layer) }
    return views
  }
}

/// The views to update because their code has changed.
@MainActor
private struct ReloadedViews {
  let isOne: (any View) -> Bool

  init(_ types: [any View.Type]) {
    let ids = Set(types.map { ObjectIdentifier($0) })
    isOne = { ids.contains(ObjectIdentifier(type(of: $0))) }
  }

  init(named names: Set<String>) {
    isOne = { view in
      names.contains("\(type(of: view))") || names.contains(String(reflecting: type(of: view)))
    }
  }

  /// Updates matching views in some views, which don't contain each other.
  func reload(in roots: [NativeView]) -> Int {
    var views: [any View] = []
    for root in roots {
      root.forEachView { view in
        if let view = view as? any View, isOne(view) { views.append(view) }
      }
    }
    for view in views {
      if let view = view as? any ModellableView { view.updateAgain() } else { view.update() }
      view.placeChildren()
    }
    return views.count
  }
}

extension ModellableView {
  fileprivate func updateAgain() { update(oldModel: model) }
}
