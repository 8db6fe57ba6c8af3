public import Foundation
import KeyedDiff
public import NativeViews

/// Scrollable cells one below the other, each with the model of a row; only rows near the visible part have cells.
///
///     let notes = CollectionView<NoteCell>()
///     notes.didTap = { [weak self] note in self?.noteDidTap(note.id) }
///     notes.source = model.notes
///
/// A cell is any view with a model that has an `id`: ``View/setup()`` and ``View/style()`` are called once, then its model is set whenever
/// another one is to be shown. A cell that has left the visible part gets the model `nil`, and is used for another row. One that has the
/// focus, or contains the view that has it, stays with its row.
///
/// Rows have the height ``rowHeight``; with cells that are ``SizeableCell`` each has one of its own, and those that weren't visible yet
/// count with ``rowHeight``. Visible rows stay where they are when rows above come, go or change their height; a list that isn't scrolled
/// shows its first rows. The up and down keys go from row to row.
///
/// Rows with the same id cause a diagnosis, but are shown.
///
/// Complexity: scrolling takes O(v log n) for `v` visible of `n` rows; to set ``source`` O(n).
///
/// Source: docs/semantics/tempura.md, T15.
public final class CollectionView<Cell: ModellableView>: ScrollView
where Cell.VM: Identifiable {
  /// How rows come, go and move when ``source`` is set; `nil` for at once.
  public var animation: ViewAnimation? = ViewAnimation(.easeInOut, duration: .milliseconds(250))

  /// Called with a row that was tapped, or activated by a key; without it rows aren't focusable.
  public var didTap: ((Cell.VM) -> Void)? {
    didSet { for row in rows { row.isUsable = didTap != nil } }
  }

  /// The models of the rows.
  public var source: [Cell.VM] = [] {
    didSet { sourceDidChange(from: oldValue) }
  }

  /// Height of a row in points; with cells that are ``SizeableCell``, of one that wasn't visible yet.
  public var rowHeight: CGFloat = 44 {
    didSet {
      guard rowHeight != oldValue else { return }
      measured = [:]
      heights = PrefixSums(repeatElement(rowHeight, count: source.count))
      fitContent(at: contentOffset.y)
      placeRows()
    }
  }

  private var heights = PrefixSums<CGFloat>(EmptyCollection())
  /// The measured heights.
  private var measured: [Cell.VM.ID: CGFloat] = [:]
  /// The rows with cells, in order: those near the visible part, and the one with the focus.
  private var rows: [CollectionRow<Cell>] = []
  private var spare: [CollectionRow<Cell>] = []
  private var isPlacing = false

  /// Makes a list without rows.
  public override init() { super.init() }

  public override var accessibility: Accessibility { Accessibility(role: .list) }

  // MARK: Cells

  /// The cell of a row; `nil` if it is far from the visible part, or if there is no such row.
  public func cell(of id: Cell.VM.ID) -> Cell? { rows.first { $0.cell.model?.id == id }?.cell }

  /// Scrolls as little as needed to show a whole row; does nothing if there is no such row.
  ///
  /// Complexity: O(n).
  public func reveal(_ id: Cell.VM.ID) {
    source.firstIndex { $0.id == id }.map(reveal(row:))
  }

  private func reveal(row index: Int) {
    reveal(frame(of: index))
    // Its height may have been another one before it was seen.
    reveal(frame(of: index))
  }

  public override func contentOffsetDidChange(from oldOffset: CGPoint) { placeRows() }

  public override func layoutSubviews() { placeRows() }

  public override func sizeDidChange(from oldSize: CGSize) {
    if frame.size.width != oldSize.width { measured = [:] }
    placeRows()
    super.sizeDidChange(from: oldSize)
  }

  public override func environmentDidChange() {
    super.environmentDidChange()
    // Once the cells have their new styles.
    measured = [:]
    setNeedsLayout()
  }

  private func sourceDidChange(from old: [Cell.VM]) {
    var edits = KeyedEdits()
    edits.compare(IdentifiedLists(from: old, to: source))
    guard !edits.isEmpty else { return }
    for (_, place) in edits.updated { measured[source[place].id] = nil }
    for place in edits.removed { measured[old[place].id] = nil }
    let moves = RowMoves(edits)
    let anchor = anchor(after: moves)
    if moves.changeOrder {
      heights.replace(moves.olds, count: moves.news.count, length: rowHeight)
      for place in moves.news { heights[place] = measured[source[place].id] ?? rowHeight }
    }
    var gone: [CollectionRow<Cell>] = []
    rows.removeAll { row in
      if let place = moves.newPlace(of: row.index) {
        row.index = place
        row.show(source[place])
        return false
      }
      gone.append(row)
      row.removeFromParent()
      return true
    }
    let offset = contentOffset.y
    fitContent(at: anchor.map { frame(of: $0.row).minY + $0.rest } ?? offset)
    let isVisible = !old.isEmpty && moves.changeOrder
    animateRows(isVisible ? animation : nil, shift: contentOffset.y - offset) {
      (placeRows(), gone)
    }
    if moves.changeOrder { lookForRepeatedIDs(in: moves.news) }
  }

  /// The first visible row that stays, by its new number, and how far its upper edge is above that of the list.
  private func anchor(after moves: RowMoves) -> (row: Int, rest: CGFloat)? {
    // A list that isn't scrolled shows new rows at its top.
    guard contentOffset.y > 0 else { return nil }
    let end = contentOffset.y + frame.size.height
    for row in rows where row.frame.maxY > contentOffset.y && row.frame.minY < end {
      if let place = moves.newPlace(of: row.index) {
        return (place, contentOffset.y - row.frame.minY)
      }
    }
    return nil
  }

  private func fitContent(at offset: CGFloat) {
    let wasPlacing = isPlacing
    isPlacing = true
    withoutAnimation {
      contentSize = CGSize(width: frame.size.width, height: edge(at: heights.total))
      keepContent(at: CGPoint(x: 0, y: offset))
    }
    isPlacing = wasPlacing
  }

  /// Frame of a row, in whole pixels.
  private func frame(of row: Int) -> CGRect {
    let top = heights.sum(before: row)
    let (upper, lower) = (edge(at: top), edge(at: top + heights[row]))
    return CGRect(x: 0, y: upper, width: frame.size.width, height: lower - upper)
  }

  /// Gives cells to the rows near the visible part, measures them, and places them; returns those that have come near.
  @discardableResult
  private func placeRows() -> [NativeView] {
    guard !isPlacing else { return [] }
    isPlacing = true
    defer { isPlacing = false }
    // Measured rows are higher or lower than they counted, so that others are near then.
    var rounds = 0
    while !placeOnce(), rounds < Self.roundLimit { rounds += 1 }
    var new: [NativeView] = []
    var previous: NativeView?
    for row in rows {
      let frame = frame(of: row.index)
      if row.isPlaced {
        row.frame = frame
      } else {
        withoutAnimation { row.frame = frame }
        row.isPlaced = true
        new.append(row)
      }
      // In their order, which is that of the focus; the first stays where it is, above those that fade.
      if let previous { contentView.insert(row, after: previous) }
      previous = row
    }
    return new
  }

  /// How often rows are measured until the visible ones are known.
  private static var roundLimit: Int { 16 }

  /// Returns whether all rows near the visible part are measured, and the others have no cell.
  private func placeOnce() -> Bool {
    let height = frame.size.height
    var near = 0..<0
    if !source.isEmpty, height > 0, frame.size.width > 0 {
      let first = heights.index(at: contentOffset.y - height / 2)
      near = first..<heights.index(at: contentOffset.y + height * 1.5) + 1
    }
    rows.removeAll { row in
      guard !near.contains(row.index), !row.hasFocus else { return false }
      row.removeFromParent()
      row.forget()
      spare.append(row)
      return true
    }
    var known: [Int: CollectionRow<Cell>] = [:]
    for row in rows { known[row.index] = row }
    for index in near where known[index] == nil { known[index] = makeRow(index) }
    rows = known.values.sorted { $0.index < $1.index }
    let first = heights.index(at: contentOffset.y)
    var shift: CGFloat = 0
    var isDone = true
    for row in rows where row.cell is any SizeableCell {
      guard let id = row.cell.model?.id, measured[id] == nil else { continue }
      let height = measure(row.cell)
      measured[id] = height
      guard height != heights[row.index] else { continue }
      if row.index < first { shift += height - heights[row.index] }
      heights[row.index] = height
      isDone = false
    }
    if !isDone || contentSize.width != frame.size.width {
      fitContent(at: contentOffset.y + shift)
    }
    return isDone
  }

  private func measure(_ cell: Cell) -> CGFloat {
    guard let cell = cell as? any SizeableCell else { return rowHeight }
    let height = cell.height(inWidth: frame.size.width)
    if height.isFinite, height >= 0 { return height }
    diagnose(
      "the height of a row is \(height), and counts as 0",
      remedy: "return one that is finite and not below 0 in height(inWidth:)"
    )
    return 0
  }

  private func makeRow(_ index: Int) -> CollectionRow<Cell> {
    let row = spare.popLast() ?? CollectionRow()
    row.index = index
    row.onTap = { [weak self, weak row] in
      if let self, let row { didTap?(source[row.index]) }
    }
    row.onStep = { [weak self, weak row] step in
      if let self, let row { self.step(from: row.index, by: step) } else { false }
    }
    row.isUsable = didTap != nil
    // In the tree, where texts are measured as they are drawn.
    contentView.append(row)
    row.show(source[index])
    return row
  }

  /// Focuses the row above or below.
  private func step(from index: Int, by step: Int) -> Bool {
    let next = index + step
    guard source.indices.contains(next) else { return false }
    reveal(row: next)
    guard let row = rows.first(where: { $0.index == next }) else { return false }
    return tree?.focus(row) ?? false
  }

  private func lookForRepeatedIDs(in range: Range<Int>) {
    var seen: Set<Cell.VM.ID> = []
    for row in source[range] where !seen.insert(row.id).inserted {
      return diagnose("several rows have the id \(row.id)", remedy: "give each row one of its own")
    }
  }
}

/// Where rows are after edits.
private struct RowMoves {
  /// The numbers of rows that came, went or moved, before and after.
  let olds: Range<Int>
  let news: Range<Int>
  /// Whether any came, went or moved.
  let changeOrder: Bool
  /// The new numbers of `olds`.
  private var places: [Int: Int] = [:]

  init(_ edits: borrowing KeyedEdits) {
    let (start, oldEnd, newEnd) = edits.range
    (olds, news) = (start..<oldEnd, start..<newEnd)
    var isSame = oldEnd == newEnd
    for place in news {
      guard let old = edits.oldPlace(ofNew: place) else {
        isSame = false
        continue
      }
      places[old] = place
      if old != place { isSame = false }
    }
    changeOrder = !isSame
  }

  func newPlace(of row: Int) -> Int? {
    if row < olds.lowerBound { return row }
    return row < olds.upperBound ? places[row] : row - olds.upperBound + news.upperBound
  }
}
