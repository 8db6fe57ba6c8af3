import Foundation
import NativeViews

/// A table that shows edits.
@MainActor
protocol RowTableView: AnyObject {
  var tree: ViewTree { get }
  func apply(_ edit: RowEdit)
}

/// A table as one writes it without descriptions: each edit calls the views that it concerns, and no others.
@MainActor
final class HandWrittenTable: RowTableView {
  private struct Row {
    var item: RowItem
    let view: NativeView
    let label: LabelView
  }

  let tree = ViewTree(size: Place.table.size)
  private let list = NativeView()
  private var rows: ContiguousArray<Row> = []
  private var selection: Int?

  init(_ items: [RowItem]) {
    list.frame = Place.table
    tree.root.insert(list, after: nil)
    append(items)
    tree.flush()
  }

  func apply(_ edit: RowEdit) {
    switch edit {
    case .replace(let items):
      list.removeAllChildren()
      rows.removeAll()
      selection = nil
      append(items)
    case .append(let items): append(items)
    case .relabel(let labels, let step):
      var place = 0
      for label in labels {
        rows[place].item.label = label
        rows[place].label.text = label
        place += step
      }
    case .select(let place):
      if let selection {
        rows[selection].item.isSelected = false
        rows[selection].view.backgroundColor = .clear
      }
      rows[place].item.isSelected = true
      rows[place].view.backgroundColor = Place.selection
      selection = place
    case .swap(let first, let second):
      let (view, other) = (rows[first].view, rows[second].view)
      let (before, previous) = (view.previousSibling, other.previousSibling)
      list.insert(other, after: before)
      list.insert(view, after: previous)
      rows.swapAt(first, second)
    case .remove(let place):
      rows[place].view.removeFromParent()
      rows.remove(at: place)
    case .insert(let item, let place):
      let row = makeRow(item)
      list.insert(row.view, after: place == 0 ? nil : rows[place - 1].view)
      rows.insert(row, at: place)
    case .truncate(let count):
      for row in rows[count...] { row.view.removeFromParent() }
      rows.removeSubrange(count...)
    }
    tree.flush()
  }

  private func append(_ items: [RowItem]) {
    rows.reserveCapacity(rows.count + items.count)
    var last = list.lastChild
    for item in items {
      let row = makeRow(item)
      list.insert(row.view, after: last)
      last = row.view
      rows.append(row)
    }
  }

  private func makeRow(_ item: RowItem) -> Row {
    let view = NativeView()
    view.frame = Place.row
    let id = LabelView()
    id.frame = Place.id
    id.text = "\(item.id)"
    view.insert(id, after: nil)
    let label = LabelView()
    label.frame = Place.label
    label.text = item.label
    view.insert(label, after: id)
    return Row(item: item, view: view, label: label)
  }
}
