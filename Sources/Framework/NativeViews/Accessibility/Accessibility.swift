/// A view's role, name and state, as assistive technology and test queries see them.
public struct Accessibility: Hashable, Sendable {
  /// Kinds of views, as WAI-ARIA and AT-SPI distinguish them.
  public enum Role: String, Hashable, Sendable, CaseIterable, Codable {
    /// A view that only holds others, or about which nothing is known.
    case none
    case button
    case label
    case image
    case link
    case list
    case listItem
    case table
    case row
    case cell
    case grid
    case heading
    case checkbox
    case slider
    case textField
    case dialog
    case window
    case tab
    case progressBar
    case scrollView
  }

  /// The caret in a text that is edited, which is the view's ``Accessibility/value``.
  public struct Editing: Hashable, Sendable {
    /// Where the selection begins, in Unicode scalars of the value.
    public var anchor: Int
    /// Where the caret is, in Unicode scalars of the value.
    public var caret: Int
    /// Whether the text has several lines.
    public var isMultiline: Bool
    /// Whether the value is dots instead of a text.
    public var isSecure: Bool
    /// Whether the text can be changed.
    public var isEditable: Bool
  }

  /// The kind of view.
  public var role: Role
  /// The name that is read out; without one, the view's text is its name.
  public var label: String?
  /// The value, such as that of a slider.
  public var value: String?
  /// Whether the view can be used.
  public var isEnabled: Bool
  /// Whether the view is selected or checked.
  public var isSelected: Bool
  /// Whether assistive technology skips the view and everything in it.
  public var isHidden: Bool
  /// Caret and selection, if the value is a text that is edited.
  public var editing: Editing?

  /// Makes the accessibility of a view; by default, an empty one.
  public init(
    role: Role = .none,
    label: String? = nil,
    value: String? = nil,
    isEnabled: Bool = true,
    isSelected: Bool = false,
    isHidden: Bool = false
  ) {
    (self.role, self.label, self.value) = (role, label, value)
    (self.isEnabled, self.isSelected, self.isHidden) = (isEnabled, isSelected, isHidden)
  }
}
