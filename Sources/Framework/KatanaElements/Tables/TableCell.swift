public import Foundation
public import KatanaUI
public import NativeViews

/// A state that tells whether its cell is touched.
///
/// Source: docs/semantics/elements.md, E6.
public protocol Highlightable: NodeDescriptionState {
  /// Whether the cell is touched; set by its view.
  var highlighted: Bool { get set }
}

/// The state of cells that have no other.
public struct EmptyHighlightableState: Highlightable {
  /// Whether the cell is touched.
  public var highlighted = false
  /// Makes the state of a cell that isn't touched.
  public init() {}
}

/// A cell whose type isn't known.
///
/// Adopt ``TableCell``, which implements this.
public protocol AnyTableCell: AnyNodeDescription {
  /// Tells a cell that it was tapped.
  @MainActor static func anyDidTap(
    dispatch: @escaping StoreDispatch,
    node: AnyNode,
    indexPath: IndexPath
  )
  /// Tells a cell's node that it is touched, or no longer.
  @MainActor static func setHighlighted(_ isHighlighted: Bool, of node: AnyNode)
}

/// A description of a cell of a ``Table`` or ``Grid``, whose state tells whether it is touched, and that is told of taps.
///
/// Source: docs/semantics/elements.md, E6.
public protocol TableCell: NodeDescription, AnyTableCell {
  associatedtype NativeView: NativeTableCell = NativeTableCell
  associatedtype StateType: Highlightable = EmptyHighlightableState

  /// Called when the cell was tapped, with its newest props.
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

/// Shows a cell: tells its table of touches.
open class NativeTableCell: NativeView {
  /// The table's work when the cell is tapped, and when touches begin and end on it.
  final var onTap: (() -> Void)?
  final var onHighlight: ((Bool) -> Void)?
  /// Role of the cell, which depends on what it is in.
  final var role = Accessibility.Role.row
  private final var isHighlighted = false {
    didSet { if isHighlighted != oldValue { onHighlight?(isHighlighted) } }
  }

  /// Makes a view.
  public override init() { super.init() }

  open override var handlesTouches: Bool { onTap != nil }
  open override func touchBegan(_ touch: Touch) { isHighlighted = true }
  open override func touchMoved(_ touch: Touch) { isHighlighted = touch.isInside }
  open override func touchCancelled(_ touch: Touch) { isHighlighted = false }

  open override func touchEnded(_ touch: Touch) {
    isHighlighted = false
    if touch.isInside { onTap?() }
  }

  open override var isFocusable: Bool { onTap != nil }

  open override func activate() -> Bool {
    onTap?()
    return onTap != nil
  }

  open override var accessibility: Accessibility { Accessibility(role: role) }
}
