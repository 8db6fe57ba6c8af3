import Foundation

/// A search for views as assistive technology sees them, for tests: by role, name and key.
///
///     try tree.button("Add").tap()
///     #expect(tree.view("counter").first?.accessibleName == "1")
///     try tree.view("form").textField("Name").type("Ada")
///
/// A query searches anew on each use, after the tree has made a frame. It doesn't find views that are hidden, or hidden from assistive
/// technology.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/ui.md, V8.
@MainActor
public struct ViewQuery {
  /// A condition on a view.
  struct Condition {
    var role: Accessibility.Role?
    var name: String?
    var namePart: String?
    var key: String?
  }

  let tree: ViewTree
  /// Each searches within the results of the previous ones.
  let conditions: [Condition]

  /// The matching views, in tree order.
  ///
  /// Complexity: O(n) for `n` views; for names, also the views in each that name it.
  public var all: [NativeView] {
    tree.flush()
    return find(includingHidden: false)
  }

  /// The first matching view.
  public var first: NativeView? { all.first }

  /// Number of matching views.
  public var count: Int { all.count }

  /// Whether a view matches.
  public var exists: Bool { first != nil }

  /// The one matching view.
  ///
  /// - Throws: ``ViewQueryError`` unless exactly one view matches.
  public func one() throws(ViewQueryError) -> NativeView {
    let found = all
    if let view = found.first, found.count == 1 { return view }
    if found.count > 1 { throw error(.several(found.map(\.path))) }
    if let hidden = find(includingHidden: true).first { throw error(.hidden(hidden.path)) }
    throw error(.notFound(namesOfRole))
  }

  // MARK: Searching

  /// Whether queries skip a view with everything in it.
  private static func isHidden(_ view: NativeView) -> Bool {
    view.isHidden || view.alpha < 0.01 || view.effectiveAccessibility.isHidden
  }

  func find(includingHidden: Bool) -> [NativeView] {
    var scopes = [tree.root]
    for (index, condition) in conditions.enumerated() {
      var found: [NativeView] = []
      var seen: Set<ObjectIdentifier> = []
      for scope in scopes {
        scope.traverse { view in
          guard includingHidden || !Self.isHidden(view) else { return false }
          if index > 0, view === scope { return true }
          guard condition.matches(view) else { return true }
          // Scopes may be nested.
          if seen.insert(ObjectIdentifier(view)).inserted { found.append(view) }
          // The text in a button names the button: for a search by name, both are one.
          return condition.role != nil || condition.key != nil
        }
      }
      scopes = found
    }
    return scopes
  }

  /// Names of views with the wanted role.
  private var namesOfRole: [String] {
    guard let role = conditions.last?.role else { return [] }
    let others = ViewQuery(
      tree: tree,
      conditions: conditions.dropLast() + [Condition(role: role)]
    )
    return others.find(includingHidden: false).map { $0.accessibleName ?? "" }
  }

  func error(_ reason: ViewQueryError.Reason) -> ViewQueryError {
    ViewQueryError(
      query: conditions.map(\.description).joined(separator: " in it "),
      reason: reason,
      tree: tree.root.renderedText()
    )
  }
}

extension ViewQuery.Condition {
  @MainActor
  func matches(_ view: NativeView) -> Bool {
    if let key, view.key != key { return false }
    if let role, view.effectiveAccessibility.role != role { return false }
    guard name != nil || namePart != nil else { return true }
    guard let found = view.accessibleName else { return false }
    if let name, found != name { return false }
    if let namePart, !found.contains(namePart) { return false }
    return true
  }

  var description: String {
    var parts = [role?.rawValue ?? "view"]
    if let name { parts.append("\"\(name)\"") }
    if let namePart { parts.append("with \"\(namePart)\" in its name") }
    if let key { parts.append("with the key \"\(key)\"") }
    return parts.joined(separator: " ")
  }
}

/// Why a query failed, with the tree it searched.
public struct ViewQueryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Reasons, with the paths of other views involved.
  public enum Reason: Hashable, Sendable {
    /// No view matches; the names of views with the role.
    case notFound([String])
    /// Several views match.
    case several([String])
    /// It isn't visible.
    case hidden(String)
    /// It is disabled at the moment.
    case disabled
    /// A transition blocks its input.
    case inTransition(String)
    /// Another view is above its centre.
    case covered(by: String)
    /// Its centre is outside of the visible tree.
    case outside
    /// Neither it nor a view around it handles touches.
    case untouchable
    /// Neither it nor a view in it takes the keyboard focus.
    case unfocusable
    /// A secondary click on it opens no menu.
    case noMenu
    /// Its menu lacks the item; the ids of its items.
    case noMenuItem(String, [String])
  }

  /// The query.
  public let query: String
  /// The reason.
  public let reason: Reason
  /// The tree as text.
  public let tree: String

  /// `<query>: <what is wrong>; <what to do>`, and the tree.
  public var description: String { "\(query): \(explanation):\n\(tree)" }

  private var explanation: String {
    switch reason {
    case .notFound(let names):
      names.isEmpty
        ? "there is no such view; look for one of the tree"
        : "there is no such view; those of this role are called "
          + names.map { "\"\($0)\"" }.joined(separator: ", ")
    case .several(let paths):
      "there are \(paths.count) of them: \(paths.joined(separator: ", ")); "
        + "look for one with a key, or in a view around it"
    case .hidden(let path): "\(path) is hidden; show it first"
    case .disabled: "it is disabled; enable it first"
    case .inTransition(let path):
      "a transition of \(path) keeps input from it; let that end first, by advancing the clock"
    case .covered(let path): "\(path) is above its centre; remove or hide that one first"
    case .outside: "its centre is outside of what is shown; call scrollIntoView() first"
    case .untouchable: "nothing at its centre handles touches; tap a view that does"
    case .noMenu: "a secondary click on it opens no menu; give it, or a view around it, one"
    case .noMenuItem(let id, let others):
      "its menu has no item \"\(id)\" to choose; it has "
        + others.map { "\"\($0)\"" }.joined(separator: ", ")
    case .unfocusable: "it doesn't take the keyboard focus; choose a view that does"
    }
  }
}
