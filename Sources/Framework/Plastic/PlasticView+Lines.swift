public import Foundation

/// Lines that a view is placed at: those of its own layout, on the axis that is written.
extension PlasticView {
  /// Where a line is on the horizontal axis of the view's container; NaN, and a ``LayoutError`` at the layout's
  /// end, if it isn't one of that.
  @inlinable
  @inline(__always)
  func horizontalLine(_ anchor: Anchor, for write: AxisSpan.Write) -> CGFloat {
    // SAFETY: headers are only compared.
    guard anchor.kind.isHorizontal, unsafe anchor.view.header == header else {
      return rejectHorizontal(anchor.kind, of: anchor.view, for: write)
    }
    return anchor.line
  }

  /// The same on the vertical axis.
  @inlinable
  @inline(__always)
  func verticalLine(_ anchor: Anchor, for write: AxisSpan.Write) -> CGFloat {
    // SAFETY: as in `horizontalLine`.
    guard !anchor.kind.isHorizontal, unsafe anchor.view.header == header else {
      return rejectVertical(anchor.kind, of: anchor.view, for: write)
    }
    return anchor.line
  }

  /// The distance between two lines on the horizontal axis.
  @inlinable
  @inline(__always)
  func horizontalDistance(from left: Anchor, to right: Anchor) -> CGFloat {
    horizontalLine(right, for: .end) - horizontalLine(left, for: .start)
  }

  /// The same on the vertical axis.
  @inlinable
  @inline(__always)
  func verticalDistance(from top: Anchor, to bottom: Anchor) -> CGFloat {
    verticalLine(bottom, for: .end) - verticalLine(top, for: .start)
  }

  @usableFromInline
  @inline(never)
  func rejectHorizontal(
    _ kind: Anchor.Kind,
    of view: PlasticView,
    for write: AxisSpan.Write
  ) -> CGFloat {
    reject(kind, of: view, for: Self.horizontalProperty(write))
  }

  @usableFromInline
  @inline(never)
  func rejectVertical(
    _ kind: Anchor.Kind,
    of view: PlasticView,
    for write: AxisSpan.Write
  ) -> CGFloat {
    reject(kind, of: view, for: Self.verticalProperty(write))
  }

  private func reject(_ kind: Anchor.Kind, of view: PlasticView, for property: String) -> CGFloat {
    // A view of a layout that has ended stops the program here, as everywhere.
    _ = unsafe view.place
    storage?.reject(
      Int(slot),
      property,
      anchor: "\(view.name).\(kind)",
      // SAFETY: headers are only compared.
      isOfOtherLayout: unsafe view.header != header
    )
    return .nan
  }

  /// What a write on the horizontal axis is called in messages.
  static func horizontalProperty(_ write: AxisSpan.Write) -> String {
    ["none", "left", "right", "centerX", "width"][Int(write.rawValue)]
  }

  /// What a write on the vertical axis is called in messages.
  static func verticalProperty(_ write: AxisSpan.Write) -> String {
    ["none", "top", "bottom", "centerY", "height"][Int(write.rawValue)]
  }

  /// What the view is called in messages.
  private var name: String { storage?.name(Int(slot)) ?? "" }
}
