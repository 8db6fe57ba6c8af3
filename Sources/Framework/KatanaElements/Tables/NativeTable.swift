import Foundation
public import KatanaUI
public import NativeViews
import Plastic

/// Shows a table's rows.
public final class NativeTable: NativeCellList, NativeViewWithRef {
  private var delegate: any TableDelegate = EmptyTableDelegate()
  private var multiplier: CGFloat = 0
  private var geometry = CellGeometry()

  /// A new reference.
  public var ref: TableRef { TableRef(self) }

  public override var accessibility: Accessibility { Accessibility(role: .table) }

  func show(_ delegate: any TableDelegate, of node: AnyNode) {
    let multiplier = node.plasticMultiplier
    let isNew = !self.delegate.isEqual(to: delegate)
    if isNew || multiplier != self.multiplier {
      geometry = makeGeometry(of: delegate, multiplier)
    }
    (self.delegate, self.multiplier) = (delegate, multiplier)
    show(geometry, of: node, isNew: isNew) {
      delegate.cellDescription(forRowAt: $0)
    }
  }

  private func makeGeometry(
    of delegate: any TableDelegate,
    _ multiplier: CGFloat
  ) -> CellGeometry {
    var sections: [ListGeometry.Section] = []
    for section in 0..<max(delegate.numberOfSections(), 0) {
      let count = delegate.numberOfRows(forSection: section)
      if count < 0 {
        diagnose(
          "its delegate tells of \(count) rows in section \(section), which are taken as 0",
          remedy: "return 0 or more in numberOfRows(forSection:)"
        )
      }
      if let height = delegate.heightOfRows(forSection: section) {
        let points = checked(height.scale(multiplier), section, row: nil)
        sections.append(ListGeometry.Section(count: max(count, 0), heights: .fixed(.fixed(points))))
        continue
      }
      var heights: ContiguousArray<Value> = []
      heights.reserveCapacity(max(count, 0))
      for row in 0..<max(count, 0) {
        let height = delegate.height(forRowAt: IndexPath(row: row, section: section))
        heights.append(.fixed(checked(height.scale(multiplier), section, row: row)))
      }
      sections.append(
        ListGeometry.Section(count: heights.count, heights: .each(PrefixSums(heights)))
      )
    }
    return CellGeometry(sections)
  }

  /// The height, or 0 if rows can't have it.
  private func checked(_ height: CGFloat, _ section: Int, row: Int?) -> CGFloat {
    guard height.isFinite, height >= 0 else {
      let rows = row.map { "row \($0)" } ?? "rows"
      diagnose(
        "its delegate gives \(rows) of section \(section) a height of \(height), taken as 0",
        remedy: "return a height that is finite and not negative"
      )
      return 0
    }
    return height
  }
}
