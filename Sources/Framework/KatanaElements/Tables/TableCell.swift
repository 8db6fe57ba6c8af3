public import Foundation
public import KatanaUI
public import NativeViews

/// A state with a flag for a touched cell.
///
/// Source: docs/semantics/elements.md, E6.
public protocol Highlightable: NodeDescriptionState {
  /// Whether the cell is touched; set by its view.
  var highlighted: Bool { get set }
}

/// The state of cells without another one.
public struct EmptyHighlightableState: Highlightable {
  /// Whether the cell is touched.
  public var highlighted = false
  /// Makes the state of an untouched cell.
  public init() {}
}

/// A cell of unknown type.
///
/// Adopt ``TableCell``, which implements this.
public protocol AnyTableCell: AnyNodeDescription {
  /// Notifies a cell of a tap.
  @MainActor static func anyDidTap(
    dispatch: @escaping StoreDispatch,
    node: AnyNode,
    indexPath: IndexPath
  )
  /// Notifies a cell's node that a touch begins or ends.
  @MainActor static func setHighlighted(_ isHighlighted: Bool, of node: AnyNode)
}

/// A description of a cell in a ``Table`` or ``Grid``: its state has a flag for touches, and it handles taps.
///
/// Source: docs/semantics/elements.md, E6.
public protocol TableCell: NodeDescription, AnyTableCell {
  associatedtype NativeView: NativeTableCell = NativeTableCell
  associatedtype StateType: Highlightable = EmptyHighlightableState

  /// Called with the newest props when the cell was tapped.
  @MainActor static func didTap(
    dispatch: @escaping StoreDispatch,
    props: PropsType,
    indexPath: IndexPath
  )
}

extension TableCell {
  /// Calls ``didTap(dispatch:props:indexPath:)`` with the node's newest props.
  @MainActor public static func anyDidTap(
    dispatch: @escaping StoreDispatch,
    node: AnyNode,
    indexPath: IndexPath
  ) {
    guard let props = node.latestProps(of: Self.self) else { return }
    didTap(dispatch: dispatch, props: props, indexPath: indexPath)
  }

  /// Sets the node's state.
  @MainActor public static func setHighlighted(_ isHighlighted: Bool, of node: AnyNode) {
    guard let node = node as? Node<Self> else { return }
    var state = node.state
    state.highlighted = isHighlighted
    node.setState(state)
  }
}

extension TableCell where NativeView == NativeTableCell {
  /// Makes the view.
  @MainActor public static func makeNativeView() -> NativeTableCell { NativeTableCell() }
}

/// Shows a cell, and notifies its table of touches.
open class NativeTableCell: NativeView {
  /// The list that shows it, which knows its node: a weak reference to each node would make every other one to it slower.
  final weak var list: NativeCellList?
  /// Role of the cell, which depends on its container.
  final var role = Accessibility.Role.row
  private final var isHighlighted = false {
    didSet { if isHighlighted != oldValue { list?.setHighlighted(isHighlighted, of: self) } }
  }

  /// Makes a view.
  public override init() { super.init() }

  open override var handlesTouches: Bool { list != nil }
  open override func touchBegan(_ touch: Touch) { isHighlighted = true }
  open override func touchMoved(_ touch: Touch) { isHighlighted = touch.isInside }
  open override func touchCancelled(_ touch: Touch) { isHighlighted = false }

  open override func touchEnded(_ touch: Touch) {
    isHighlighted = false
    if touch.isInside { list?.didTap(self) }
  }

  open override var isFocusable: Bool { list != nil }

  open override func activate() -> Bool {
    list?.didTap(self)
    return list != nil
  }

  open override var accessibility: Accessibility { Accessibility(role: role) }
}
