import RowWorkloads

/// A change of a table of rows.
enum RowEdit: Sendable {
  case replace([RowItem])
  case append([RowItem])
  /// Gives rows other labels, from the first one, at so many places from each other.
  case relabel([String], step: Int)
  case select(at: Int)
  case swap(Int, Int)
  case remove(at: Int)
  case insert(RowItem, at: Int)
  case truncate(to: Int)
}

/// An operation of the benchmark as edits that can be repeated.
struct RowScript {
  /// The rows before the first time.
  let start: [RowItem]
  /// The measured changes, in turn.
  let edits: [RowEdit]
  /// The change that makes the next time possible; it isn't measured.
  let restoration: RowEdit?

  init(_ operation: RowOperation) {
    let before = operation.start(seed: 1)
    var after = before
    operation.apply(to: &after)
    start = before.rows.map { RowItem(id: $0.id, label: $0.label) }
    let result = after.rows.map { RowItem(id: $0.id, label: $0.label) }
    switch operation {
    case .create, .createMany: (edits, restoration) = ([.replace(result)], .replace([]))
    case .replaceAll: (edits, restoration) = ([.replace(result), .replace(start)], nil)
    case .updateEveryTenth:
      let labels = [result, start].map { rows in
        stride(from: 0, to: rows.count, by: 10).map { rows[$0].label }
      }
      (edits, restoration) = (labels.map { .relabel($0, step: 10) }, nil)
    case .select: (edits, restoration) = ([.select(at: 1), .select(at: 2)], nil)
    case .swap: (edits, restoration) = ([.swap(1, start.count - 2)], nil)
    case .remove: (edits, restoration) = ([.remove(at: 3)], .insert(start[3], at: 3))
    case .append:
      (edits, restoration) = (
        [.append(Array(result[start.count...]))], .truncate(to: start.count)
      )
    case .clear: (edits, restoration) = ([.replace([])], .replace(start))
    }
  }
}
