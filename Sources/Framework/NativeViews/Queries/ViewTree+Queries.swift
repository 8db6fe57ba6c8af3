extension ViewTree {
  /// Looks for views in the whole tree.
  ///
  /// - Parameters:
  ///   - role: Their role.
  ///   - name: Their ``NativeView/accessibleName``.
  ///   - part: A part of it.
  ///   - key: Their key.
  /// - Returns: A search for views to which all of this applies.
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
  /// Looks for views within those that this query finds.
  ///
  /// - Parameters:
  ///   - role: Their role.
  ///   - name: Their ``NativeView/accessibleName``.
  ///   - part: A part of it.
  ///   - key: Their key.
  /// - Returns: A search for views to which all of this applies.
  public func query(
    role: Accessibility.Role? = nil,
    name: String? = nil,
    containing part: String? = nil,
    key: String? = nil
  ) -> ViewQuery {
    let condition = Condition(role: role, name: name, namePart: part, key: key)
    return ViewQuery(tree: tree, conditions: conditions + [condition])
  }

  /// Looks for the view with a key, within what this query finds.
  public func view(_ key: String) -> ViewQuery { query(key: key) }
  /// Looks for a button, within what this query finds.
  public func button(_ name: String? = nil) -> ViewQuery { query(role: .button, name: name) }
  /// Looks for a label, within what this query finds.
  public func label(_ name: String? = nil) -> ViewQuery { query(role: .label, name: name) }
  /// Looks for an image, within what this query finds.
  public func image(_ name: String? = nil) -> ViewQuery { query(role: .image, name: name) }
  /// Looks for a text field, within what this query finds.
  public func textField(_ name: String? = nil) -> ViewQuery { query(role: .textField, name: name) }
  /// Looks for a checkbox, within what this query finds.
  public func checkbox(_ name: String? = nil) -> ViewQuery { query(role: .checkbox, name: name) }
}
