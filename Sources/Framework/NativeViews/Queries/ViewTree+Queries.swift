extension ViewTree {
  /// Looks for views in the whole tree.
  ///
  /// - Parameters:
  ///   - role: Their role.
  ///   - name: Their ``NativeView/accessibleName``.
  ///   - part: A part of it.
  ///   - key: Their key.
  /// - Returns: A search for views that match all of these.
  public func query(
    role: Accessibility.Role? = nil,
    name: String? = nil,
    containing part: String? = nil,
    key: String? = nil
  ) -> ViewQuery {
    let condition = ViewQuery.Condition(role: role, name: name, namePart: part, key: key)
    return ViewQuery(tree: self, conditions: [condition])
  }

  /// Looks for the view with a key.
  public func view(_ key: String) -> ViewQuery { query(key: key) }
  /// Looks for a button, by its name if one is given.
  public func button(_ name: String? = nil) -> ViewQuery { query(role: .button, name: name) }
  /// Looks for a label, by its text if one is given.
  public func label(_ name: String? = nil) -> ViewQuery { query(role: .label, name: name) }
  /// Looks for an image, by its name if one is given.
  public func image(_ name: String? = nil) -> ViewQuery { query(role: .image, name: name) }
  /// Looks for a text field, by its name if one is given.
  public func textField(_ name: String? = nil) -> ViewQuery { query(role: .textField, name: name) }
  /// Looks for a checkbox, by its name if one is given.
  public func checkbox(_ name: String? = nil) -> ViewQuery { query(role: .checkbox, name: name) }
}

extension ViewQuery {
  /// Looks for views within the results of this query.
  ///
  /// - Parameters:
  ///   - role: Their role.
  ///   - name: Their ``NativeView/accessibleName``.
  ///   - part: A part of it.
  ///   - key: Their key.
  /// - Returns: A search for views that match all of these.
  public func query(
    role: Accessibility.Role? = nil,
    name: String? = nil,
    containing part: String? = nil,
    key: String? = nil
  ) -> ViewQuery {
    let condition = Condition(role: role, name: name, namePart: part, key: key)
    return ViewQuery(tree: tree, conditions: conditions + [condition])
  }

  /// Looks for the view with a key, within the results of this query.
  public func view(_ key: String) -> ViewQuery { query(key: key) }
  /// Looks for a button, within the results of this query.
  public func button(_ name: String? = nil) -> ViewQuery { query(role: .button, name: name) }
  /// Looks for a label, within the results of this query.
  public func label(_ name: String? = nil) -> ViewQuery { query(role: .label, name: name) }
  /// Looks for an image, within the results of this query.
  public func image(_ name: String? = nil) -> ViewQuery { query(role: .image, name: name) }
  /// Looks for a text field, within the results of this query.
  public func textField(_ name: String? = nil) -> ViewQuery { query(role: .textField, name: name) }
  /// Looks for a checkbox, within the results of this query.
  public func checkbox(_ name: String? = nil) -> ViewQuery { query(role: .checkbox, name: name) }
}
