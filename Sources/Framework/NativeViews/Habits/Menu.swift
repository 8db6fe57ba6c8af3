public import Foundation

/// Items of a menu, in sections with lines between them.
public struct Menu: Hashable, Sendable {
  /// A line of a menu, which is chosen or opens another menu.
  public struct Item: Hashable, Sendable {
    /// Identifies the item when it is chosen.
    public var id: String
    /// The text.
    public var title: String
    /// A shortcut that does the same, as a hint; the view's ``NativeView/shortcuts`` make it work.
    public var shortcut: Shortcut?
    /// Whether it can be chosen.
    public var isEnabled: Bool
    /// Whether it has a check mark; `nil` if it never has one.
    public var isChecked: Bool?
    /// The menu that it opens instead of being chosen.
    public var submenu: Menu?

    /// Makes an item.
    ///
    /// - Parameters:
    ///   - title: The text.
    ///   - id: Identifies the item; by default, its title.
    ///   - shortcut: A hint.
    ///   - isEnabled: Whether it can be chosen.
    ///   - isChecked: Whether it has a check mark.
    ///   - submenu: The menu that it opens.
    public init(
      _ title: String,
      id: String? = nil,
      shortcut: Shortcut? = nil,
      isEnabled: Bool = true,
      isChecked: Bool? = nil,
      submenu: Menu? = nil
    ) {
      (self.id, self.title, self.shortcut) = (id ?? title, title, shortcut)
      (self.isEnabled, self.isChecked, self.submenu) = (isEnabled, isChecked, submenu)
    }
  }

  /// The items.
  public var sections: [[Item]]

  /// Makes a menu of one section.
  public init(_ items: [Item] = []) { sections = [items] }

  /// Makes a menu of several sections.
  public init(sections: [[Item]]) { self.sections = sections }

  /// Whether there is nothing to choose.
  public var isEmpty: Bool { sections.allSatisfy(\.isEmpty) }

  /// All items that can be chosen if enabled, those of submenus included, in order.
  public var items: [Item] {
    sections.joined().flatMap { $0.submenu?.items ?? [$0] }
  }
}

/// A menu that a view opens, and what its items do.
///
/// Source: docs/semantics/ui.md, H2.
public struct ContextMenu {
  /// Makes the menu for a place in the view's coordinates; nothing opens for an empty one.
  public var make: @MainActor (CGPoint) -> Menu
  /// Called with the id of the chosen item.
  public var choose: @MainActor (_ id: String) -> Void

  /// Makes a menu whose items are known only when it opens.
  public init(
    _ make: @escaping @MainActor (CGPoint) -> Menu,
    choose: @escaping @MainActor (_ id: String) -> Void
  ) {
    (self.make, self.choose) = (make, choose)
  }

  /// Makes a menu with the same items each time.
  public init(_ menu: Menu, choose: @escaping @MainActor (_ id: String) -> Void) {
    self.init({ _ in menu }, choose: choose)
  }
}

/// A menu on the screen.
public struct OpenMenu {
  /// Its items.
  public let menu: Menu
  /// Where it was asked for, in the root's coordinates.
  public let location: CGPoint
  /// The view that it belongs to.
  public let view: NativeView
  let choose: @MainActor (String) -> Void
}
