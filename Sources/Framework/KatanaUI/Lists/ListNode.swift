import Foundation
import Katana
import KeyedDiff
import NativeViews
import Plastic

/// The node of a ``List``: the places of its rows, and nodes of those near the visible part.
@MainActor
final class ListNode: FramedNode<List> {
  private var geometry = ListGeometry()
  /// What the section's source remembers of its rows, for each section.
  private var memories: [(any Sendable)?] = []
  /// The items shown by the children, in the same order.
  private var items: ContiguousArray<ListItem> = []
  /// The scroll offset of the content.
  private var offset: CGFloat = 0
  /// Whether visible rows lack nodes.
  private var needsRows = false
  private var isPlacing = false
  private var hasToldOfHeights = false

  override var childrenContainer: NativeView? { listView?.contentView }

  var listView: ListView? { view as? ListView }

  // MARK: Life

  /// Makes the first rows.
  func begin() {
    subscribe()
    showRows(.all, isTold: true)
  }

  private func subscribe() {
    cancelSubscriptions()
    for section in current.sections {
      if case .state(let rows) = section.rows { follow(rows) }
    }
  }

  override func take(_ next: List, _ options: NodeUpdate) {
    guard !isInUpdate else {
      return postpone(options) { [self] in take(next, options) }
    }
    guard renderer != nil else { return }
    let old = current
    current = next
    flags.remove(.isOutOfDate)
    if old.sections.map(\.statePath) != next.sections.map(\.statePath) { subscribe() }
    // If a section's closures have changed, nothing remembered of it is valid.
    for (index, section) in next.sections.enumerated()
    where index < memories.count && index < old.sections.count
      && section.captured != old.sections[index].captured
    {
      memories[index] = nil
    }
    show(options) { apply() }
    showRows(options.isForced ? .forced : .changed, isTold: true)
  }

  override func show(in container: NativeView, after sibling: NativeView?) {
    let view = ListView()
    self.view = view
    view.node = self
    flags.insert(.isShown)
    if let key { view.key = key }
    container.insert(view, after: sibling)
    apply()
    placeContent()
    showChildren(in: view.contentView)
    current.onRef?(ListRef(self))
  }

  private func apply() {
    guard let view else { return }
    isPlacing = true
    view.frame = current.props.frame
    view.alpha = current.props.alpha
    isPlacing = false
  }

  override func refresh() {
    guard needsRows || flags.contains(.isOutOfDate) else { return }
    flags.remove(.isOutOfDate)
    guard needsRows || hasChangedInState else { return }
    showRows(.changed, isTold: false)
  }

  /// Whether a collection in the state differs from what is shown.
  private var hasChangedInState: Bool {
    for (section, memory) in zip(current.sections, memories) {
      guard case .state = section.rows, let source = read(section) else { continue }
      guard let memory, case .none = source.changes(since: memory) else { return true }
    }
    return false
  }

  override func relayout(to frame: CGRect, for reason: RelayoutReason) {
    guard !isInUpdate else {
      return postpone(NodeUpdate()) { [self] in relayout(to: frame, for: reason) }
    }
    current.frame = frame
    apply()
    showRows(reason == .multiplier ? .forced : .changed, isTold: false)
    if reason == .display { relayoutChildren() }
  }

  override func leave() {
    cancelSubscriptions()
    items = []
    listView?.node = nil
  }

  // MARK: Rows

  /// Brings the places of all rows, and the nodes near the visible part, up to date with the description or the state.
  ///
  /// `isTold` is whether the description is another one.
  private func showRows(_ update: ListUpdate, isTold: Bool) {
    flags.insert(.isUpdating)
    defer { flags.remove(.isUpdating) }
    needsRows = false
    // Collections from the state are released at the end: if kept, the next update would copy them.
    let sources = current.sections.map { read($0) }
    let counts = geometry.sections.map(\.count)
    let changes = updateGeometry(to: sources, isTold: isTold)
    offset = listView?.contentOffset.y ?? offset
    let shift = keepAnchor(in: sources, counts)
    placeContent()
    let size = current.frame.size
    let margin = size.height * current.overscan
    let window = geometry.items(from: offset - margin, to: offset + size.height + margin)
    let new = makeItems(window, of: sources, width: size.width)
    // Rows that a scroll brings near come at once.
    guard let listView, let animation = current.animation, !items.isEmpty,
      zip(changes, counts).contains(where: { $0.0.mayMove && $0.1 > 0 })
    else { return show(new, of: sources, changes, update) }
    listView.animateRows(animation, shift: shift) {
      let old = children.compactMap(\.view)
      show(new, of: sources, changes, update)
      for (item, row) in zip(items, children) { row.view?.frame = item.frame }
      let known = Set(old.map(ObjectIdentifier.init))
      let new = children.compactMap(\.view).filter { !known.contains(ObjectIdentifier($0)) }
      return (new, old.filter { $0.parent == nil })
    }
  }

  private func read(_ section: ListSection) -> (any ListSource)? {
    switch section.rows {
    case .told(let source): source
    case .state(let rows): renderer?.connection.flatMap { rows.read($0) }
    }
  }

  /// Updates the heights of rows from the sources.
  private func updateGeometry(
    to sources: [(any ListSource)?],
    isTold: Bool
  ) -> [ListChanges] {
    // Taken out, so that sums change in place.
    var old = geometry.takeSections()
    var sections: [ListGeometry.Section] = []
    var changes: [ListChanges] = []
    memories += Array(repeating: nil, count: max(0, sources.count - memories.count))
    memories.removeSubrange(sources.count...)
    for (index, source) in sources.enumerated() {
      let described = current.sections[index]
      let header = described.header == nil ? nil : valid(described.headerHeight ?? .zero)
      guard let source else {
        sections.append(ListGeometry.Section(count: 0, header: header, heights: .fixed(.zero)))
        changes.append(.unknown)
        continue
      }
      let change: ListChanges =
        switch memories[index] {
        case nil: .unknown
        case _? where !isTold && described.statePath == nil: .none
        case let memory?: source.changes(since: memory)
        }
      memories[index] = source.memory
      var heights = ListGeometry.Heights.fixed(.zero)
      if let height = source.fixedHeight {
        heights = .fixed(valid(height))
      } else {
        if index < old.count { swap(&heights, &old[index].heights) }
        update(&heights, to: source, change)
      }
      sections.append(
        ListGeometry.Section(count: source.count, header: header, heights: heights)
      )
      changes.append(change)
    }
    geometry = ListGeometry(sections, multiplier: plasticMultiplier)
    return changes
  }

  private func update(
    _ heights: inout ListGeometry.Heights,
    to source: any ListSource,
    _ change: ListChanges
  ) {
    guard case .each(var sums) = heights, sums.count == source.count else {
      heights = .each(PrefixSums(source.heights().lazy.map { self.valid($0) }))
      return
    }
    heights = .fixed(.zero)
    switch change {
    case .none: break
    case .updated(let ids):
      for id in ids {
        guard let index = source.index(of: id, from: 0, of: source.count) else { continue }
        let height = valid(source.height(at: index))
        if sums[index] != height { sums[index] = height }
      }
    case .unknown: sums = PrefixSums(source.heights().lazy.map { self.valid($0) })
    }
    heights = .each(sums)
  }

  /// The height, or 0 if it can't be added up.
  private func valid(_ height: Value) -> Value {
    let isValid =
      height.scalable >= 0 && height.fixed >= 0 && height.scalable.isFinite
      && height.fixed.isFinite
    if isValid { return height }
    if !hasToldOfHeights {
      hasToldOfHeights = true
      diagnose(
        "the height of a row is \(height), and counts as 0",
        remedy: "give rows heights that are finite and not below 0"
      )
    }
    return .zero
  }

  /// Upper and lower edge of an item, in whole pixels.
  private func edges(of item: Int, on grid: PixelGrid?) -> (top: CGFloat, bottom: CGFloat) {
    let (top, bottom) = geometry.edges(of: item)
    guard let grid else { return (top, bottom) }
    return (grid.roundEdge(top), grid.roundEdge(bottom))
  }

  private var contentHeight: CGFloat { pixelGrid?.roundEdge(geometry.height) ?? geometry.height }

  /// Scrolls so that the first visible row that still exists stays in place; returns by how much.
  private func keepAnchor(in sources: [(any ListSource)?], _ counts: [Int]) -> CGFloat {
    let old = offset
    followAnchor(in: sources, counts)
    offset = min(max(offset, 0), max(contentHeight - current.frame.size.height, 0))
    return offset - old
  }

  private func followAnchor(in sources: [(any ListSource)?], _ counts: [Int]) {
    // A list that isn't scrolled shows new rows at its top.
    guard offset > 0 else { return }
    let end = offset + current.frame.size.height
    for item in items where item.bottom > offset && item.top < end {
      guard let row = item.row, let id = item.id, item.section < sources.count,
        let index = sources[item.section]?.index(of: id, from: row, of: counts[item.section])
      else { continue }
      let place = geometry.item(section: item.section, row: index)
      let top = edges(of: place, on: pixelGrid).top
      offset += top - item.top
      return
    }
  }

  /// Sizes the view's content for all rows, and scrolls it.
  private func placeContent() {
    guard let listView else { return }
    isPlacing = true
    listView.contentSize = CGSize(width: listView.frame.size.width, height: contentHeight)
    if listView.contentOffset.y != offset {
      listView.keepContent(at: CGPoint(x: 0, y: offset))
    }
    isPlacing = false
  }

  private func makeItems(
    _ range: Range<Int>,
    of sources: [(any ListSource)?],
    width: CGFloat
  ) -> ContiguousArray<ListItem> {
    var items: ContiguousArray<ListItem> = []
    items.reserveCapacity(range.count)
    let grid = pixelGrid
    func append(_ item: Int, _ section: Int, row: Int?, id: AnyHashable?) {
      let (top, bottom) = edges(of: item, on: grid)
      items.append(
        ListItem(section: section, row: row, id: id, top: top, bottom: bottom, width: width)
      )
    }
    var item = range.lowerBound
    while item < range.upperBound {
      let (section, row) = geometry.place(of: item)
      guard let row else {
        append(item, section, row: nil, id: nil)
        item += 1
        continue
      }
      let count = min(geometry.sections[section].count - row, range.upperBound - item)
      let ids = sources[section]?.ids(in: row..<row + count) ?? []
      for (place, id) in ids.enumerated() {
        append(item + place, section, row: row + place, id: id)
      }
      item += count
    }
    return items
  }

  private func show(
    _ new: ContiguousArray<ListItem>,
    of sources: [(any ListSource)?],
    _ changes: [ListChanges],
    _ update: ListUpdate
  ) {
    guard let renderer else { return }
    let options = NodeUpdate(isForced: update == .forced)
    let context = NodeContext(renderer: renderer, parent: self)
    let described = changes.map { DescribedRows($0, update) }
    var edits = renderer.takeEdits()
    edits.compare(ListItems(old: items, new: new, described: described))
    func row(_ item: ListItem) -> ListRow {
      let content: (any AnyNodeDescription)? =
        if let row = item.row, let id = item.id {
          sources[item.section]?.row(at: row, id: id)
        } else {
          current.sections[item.section].header
        }
      return ListRow(content, in: item.frame)
    }
    let range = rearrange(
      by: edits,
      make: { row(new[$0]).makeNode(in: context) },
      update: { row(new[$1]).update($0, with: options) }
    )
    items = new
    renderer.putBack(edits)
    if range.hasNew { tellOfRepeatedIDs() }
  }

  private func tellOfRepeatedIDs() {
    var seen: Set<ListItem.Identity> = []
    for item in items where !seen.insert(item.identity).inserted {
      return diagnose(
        "several rows have the id \(item.id.map { "\($0)" } ?? "")",
        remedy: "give each row of a section an id of its own"
      )
    }
  }

  // MARK: Scrolling

  /// Handles a scroll to another part of the content.
  func didScroll() {
    guard !isPlacing, let listView else { return }
    offset = listView.contentOffset.y
    let seen = geometry.items(from: offset, to: offset + current.frame.size.height)
    let first = items.first.map { index(of: $0) } ?? 0
    guard seen.lowerBound < first || seen.upperBound > first + items.count else { return }
    needsRows = true
    renderer?.enqueue(self)
  }

  private func index(of item: ListItem) -> Int {
    item.row.map { geometry.item(section: item.section, row: $0) }
      ?? geometry.item(section: item.section, row: 0) - 1
  }

  func scroll(to id: AnyHashable, section: Int, at position: ListRef.Position) -> Bool {
    guard let renderer else { return false }
    var row: Int?
    // The state is available only in a flush.
    renderer.run {
      guard current.sections.indices.contains(section),
        let source = read(current.sections[section])
      else { return }
      row = source.index(of: id, from: 0, of: source.count)
    }
    return row.map { scroll(toRow: $0, section: section, at: position) } ?? false
  }

  func scroll(toRow row: Int, section: Int, at position: ListRef.Position) -> Bool {
    guard let renderer, let listView else { return false }
    renderer.flush()
    guard geometry.sections.indices.contains(section), row >= 0,
      row < geometry.sections[section].count
    else { return false }
    let place = geometry.item(section: section, row: row)
    let (top, bottom) = edges(of: place, on: pixelGrid)
    let height = current.frame.size.height
    switch position {
    case .nearest:
      listView.reveal(CGRect(x: 0, y: top, width: 1, height: bottom - top))
    case .top: listView.contentOffset = CGPoint(x: 0, y: top)
    case .centre: listView.contentOffset = CGPoint(x: 0, y: (top + bottom - height) / 2)
    case .bottom: listView.contentOffset = CGPoint(x: 0, y: bottom - height)
    }
    renderer.flush()
    return true
  }

  /// Rows with a visible part.
  var visibleRows: [IndexPath] {
    geometry.items(from: offset, to: offset + current.frame.size.height).compactMap { item in
      let (section, row) = geometry.place(of: item)
      return row.map { IndexPath(indexes: [section, $0]) }
    }
  }
}
