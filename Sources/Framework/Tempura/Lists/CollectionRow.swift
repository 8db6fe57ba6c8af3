public import Foundation
import NativeViews

/// A cell whose height depends on what it shows.
///
/// Source: docs/semantics/tempura.md, T15.
@MainActor
public protocol SizeableCell: ModellableView {
  /// The height in points in which the cell shows its model, in a list of some width.
  ///
  /// Called when the cell becomes visible with another model, and when the width or the environment has changed.
  func height(inWidth width: CGFloat) -> CGFloat
}

/// A row of a ``CollectionView`` that is near the visible part: the place of its cell, which is tapped and focused.
final class CollectionRow<Cell: ModellableView>: NativeView {
  let cell = Cell()
  /// The number of the row.
  var index = 0
  var onTap: () -> Void = {}
  /// Goes to another row by a distance; returns whether there is one.
  var onStep: (Int) -> Bool = { _ in false }
  /// Whether it has been placed since it has its cell's model.
  var isPlaced = false
  /// Whether it can be tapped.
  var isUsable = false

  override init() {
    super.init()
    append(cell)
    cell.setup()
    cell.style()
  }

  func show(_ model: Cell.VM) {
    if cell.model != model { cell.model = model }
  }

  /// Shows nothing any more, so that nothing of it is seen in the next row.
  func forget() {
    cell.model = nil
    isPlaced = false
  }

  /// Whether the focus is in the row.
  var hasFocus: Bool { tree?.focusedView?.isDescendant(of: self) ?? false }

  override func environmentDidChange() {
    cell.style()
    cell.update(oldModel: nil)
  }

  override func layoutSubviews() { cell.frame = bounds }

  override var handlesTouches: Bool { isUsable }
  override func touchBegan(_ touch: Touch) { isPressed = true }
  override func touchMoved(_ touch: Touch) { isPressed = touch.isInside }
  override func touchCancelled(_ touch: Touch) { isPressed = false }
  override func touchEnded(_ touch: Touch) {
    isPressed = false
    if touch.isInside { onTap() }
  }

  private var isPressed = false {
    didSet { if isPressed != oldValue { cell.alpha = isPressed ? 0.5 : 1 } }
  }

  override var isFocusable: Bool { isUsable }
  override func activate() -> Bool {
    if isUsable { onTap() }
    return isUsable
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.phase == .down, event.modifiers.isEmpty, tree?.focusedView === self else {
      return false
    }
    switch event.key {
    case .up: return onStep(-1)
    case .down: return onStep(1)
    default: return false
    }
  }

  override var accessibility: Accessibility { Accessibility(role: .listItem) }
}
