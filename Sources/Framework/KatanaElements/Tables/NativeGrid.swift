import Foundation
public import KatanaUI
public import NativeViews
import Plastic

/// Shows a grid's cells.
public final class NativeGrid: NativeCellList, NativeViewWithRef {
  private var delegate: any GridDelegate = EmptyGridDelegate()

  /// A new reference.
  public var ref: TableRef { TableRef(self) }

  override var cellRole: Accessibility.Role { .cell }
  public override var accessibility: Accessibility { Accessibility(role: .grid) }

  func show(_ props: Grid.Props, of node: AnyNode) {
    let delegate = props.delegate
    let isNew = !self.delegate.isEqual(to: delegate)
    self.delegate = delegate
    let geometry = makeGeometry(props, node.plasticMultiplier)
    show(geometry, of: node, isNew: isNew) { delegate.cellDescription(forItemAt: $0) }
  }

  private func makeGeometry(_ props: Grid.Props, _ multiplier: CGFloat) -> CellGeometry {
    if props.columns < 1 {
      diagnose("it has \(props.columns) columns, taken as 1", remedy: "use at least one column")
    }
    let columns = max(props.columns, 1)
    let spacing = checked(props.spacing.scale(multiplier), "spacing")
    let width = (frame.size.width - spacing * CGFloat(columns - 1)) / CGFloat(columns)
    let height = props.rowHeight.map { checked($0.scale(multiplier), "row height") }
    let line = Value.fixed((height ?? max(width, 0)) + spacing)
    var sections: [ListGeometry.Section] = []
    for section in 0..<max(props.delegate.numberOfSections(), 0) {
      let count = props.delegate.numberOfItems(forSection: section)
      if count < 0 {
        diagnose(
          "its delegate tells of \(count) items in section \(section), which are taken as 0",
          remedy: "return 0 or more in numberOfItems(forSection:)"
        )
      }
      sections.append(ListGeometry.Section(count: max(count, 0), heights: .fixed(line)))
    }
    return CellGeometry(sections, columns: columns, spacing: spacing)
  }

  /// The length, or 0 if it can't be used.
  private func checked(_ length: CGFloat, _ name: String) -> CGFloat {
    guard length.isFinite, length >= 0 else {
      diagnose(
        "its \(name) is \(length), taken as 0",
        remedy: "use one that is finite and not negative"
      )
      return 0
    }
    return length
  }
}
