/// Role, name and state of a view, as assistive technology and the queries of tests see it.
public struct Accessibility: Hashable, Sendable {
  /// Kinds of views, as WAI-ARIA and AT-SPI tell them apart.
  public enum Role: String, Hashable, Sendable, CaseIterable, Codable {
    /// A view that only holds others, or that nothing is said of.
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

  /// The kind of view.
  public var role: Role
  /// The name that is read out; a view without one is called by the text in it.
  public var label: String?
  /// The value, such as that of a slider.
  public var value: String?
  /// Whether the view can be used.
  public var isEnabled: Bool
  /// Whether the view is the chosen one, or checked.
  public var isSelected: Bool
  /// Whether assistive technology skips the view and all that is in it.
  public var isHidden: Bool

  /// Makes what is said of a view; nothing unless given.
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
