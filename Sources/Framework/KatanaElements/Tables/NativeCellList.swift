public import Foundation
import KatanaUI
public import NativeViews
import Plastic

/// Shows only the visible cells: each is a node that the list's node manages.
///
/// Source: docs/semantics/elements.md, E7.
public class NativeCellList: ScrollView {
  fileprivate struct Cell {
    let node: AnyNode
    let indexPath: IndexPath
    /// Whether its view stands among the others.
    var isPlaced = false
  }

  /// The values that determine the cells' places.
  private struct Placement: Equatable {
    let geometry: CellGeometry
    let width: CGFloat
    let grid: PixelGrid?

    @MainActor
    init(_ geometry: CellGeometry, width: CGFloat, of node: AnyNode?) {
      (self.geometry, self.width, grid) = (geometry, width, node?.pixelGrid)
    }

    /// Frame of a cell, in whole pixels.
    func frame(of indexPath: IndexPath) -> CGRect {
      let frame = geometry.frame(of: indexPath, width: width)
      return grid?.roundEdges(of: frame) ?? frame
    }

    var contentHeight: CGFloat {
      grid?.roundEdge(geometry.contentHeight) ?? geometry.contentHeight
    }
  }

  private weak var node: AnyNode?
  private var geometry = CellGeometry()
  private var describe: (IndexPath) -> any AnyNodeDescription = { _ in View(props: View.Props()) }
  private var cells: [Cell] = []
  /// Heights between which cells are kept while the list scrolls over them.
  private var passed: ClosedRange<CGFloat>?
  /// Number of animated scrolls: a newer one passes other cells.
  private var scrolls = 0
  private var placed: Placement?
  private var isPlacing = false
  /// Set if something changed during a placing, so that cells must be placed again; the value is whether to describe them anew.
  private var nextPlacing: Bool?
  var cellRole: Accessibility.Role { .row }

  /// Index paths of the cells with nodes.
  public var visibleIndexPaths: [IndexPath] { cells.map(\.indexPath) }

  /// Node of a cell; `nil` if the cell isn't visible.
  func node(at indexPath: IndexPath) -> AnyNode? {
    cells.first { $0.indexPath == indexPath }?.node
  }

  /// Shows cells; `isNew` is whether visible ones are described anew.
  func show(
    _ geometry: CellGeometry,
    of node: AnyNode,
    isNew: Bool,
    describe: @escaping (IndexPath) -> any AnyNodeDescription
  ) {
    (self.geometry, self.node, self.describe) = (geometry, node, describe)
    fitContent()
    placeCells(isNew: isNew)
  }

  /// Sets the content's height from its cells.
  private func fitContent() {
    withoutPlacing {
      let placement = Placement(geometry, width: frame.size.width, of: node)
      contentSize = CGSize(width: frame.size.width, height: placement.contentHeight)
    }
  }

  public override func contentOffsetDidChange(from oldOffset: CGPoint) {
    super.contentOffsetDidChange(from: oldOffset)
    placeCells(isNew: false)
  }

  public override func sizeDidChange(from oldSize: CGSize) {
    // The node also has the new frame, and shows its cells.
    withoutPlacing { super.sizeDidChange(from: oldSize) }
  }

  public override func layoutSubviews() {
    // Pixels may differ on another display.
    guard let placed, placed.grid != node?.pixelGrid else { return }
    fitContent()
    placeCells(isNew: false)
  }

  private func withoutPlacing(_ body: () -> Void) {
    let wasPlacing = isPlacing
    isPlacing = true
    body()
    isPlacing = wasPlacing
  }

  // MARK: Scrolling

  func scroll(to indexPath: IndexPath, at position: ScrollPosition, animated: Bool) {
    guard geometry.contains(indexPath) else {
      return diagnose(
        "it was to scroll to \(indexPath), which it doesn't have",
        remedy: "scroll to a row that its delegate tells of"
      )
    }
    let cell = Placement(geometry, width: frame.size.width, of: node).frame(of: indexPath)
    let target = offset(of: cell, at: position)
    guard animated, let tree, abs(target - contentOffset.y) > 0 else {
      contentOffset.y = target
      return
    }
    // Over a long distance, only the end is visible.
    let farthest = frame.size.height * 3
    if abs(target - contentOffset.y) > farthest {
      contentOffset.y = target > contentOffset.y ? target - farthest : target + farthest
    }
    let (start, height) = (contentOffset.y, frame.size.height)
    passed = min(start, target)...max(start, target) + height
    scrolls += 1
    let scroll = scrolls
    tree.animate(ViewAnimation(.easeInOut, duration: .milliseconds(300))) {
      contentOffset.y = target
    } completion: { [weak self] _ in
      guard let self, scroll == scrolls else { return }
      passed = nil
      placeCells(isNew: false)
    }
  }

  private func offset(of cell: CGRect, at position: ScrollPosition) -> CGFloat {
    let room = frame.size.height - cell.size.height
    let (top, bottom) = (contentOffset.y, contentOffset.y + frame.size.height)
    let offset =
      switch position {
      case .top: cell.minY
      case .middle: cell.minY - room / 2
      case .bottom: cell.minY - room
      case .none:
        cell.minY < top || room < 0 ? cell.minY : cell.maxY > bottom ? cell.minY - room : top
      }
    return min(max(offset, 0), max(contentSize.height - frame.size.height, 0))
  }

  // MARK: Cells

  /// Shows the currently visible cells.
  ///
  /// A cell may dispatch when it is shown, and the new state may give the list other cells at once: those are placed right after these.
  private func placeCells(isNew: Bool) {
    guard !isPlacing else {
      nextPlacing = isNew || nextPlacing == true
      return
    }
    isPlacing = true
    defer { isPlacing = false }
    nextPlacing = isNew
    var rounds = 0
    while let isNew = nextPlacing.take() {
      rounds += 1
      guard rounds <= Self.roundLimit else {
        return diagnose(
          "its cells have changed it \(Self.roundLimit) times while they were shown; the last change isn't",
          remedy: "dispatch where something has happened, not whenever a cell is shown"
        )
      }
      placeOnce(isNew: isNew)
    }
  }

  /// How often cells are placed again because showing them has changed the list.
  private static let roundLimit = 16

  private func placeOnce(isNew: Bool) {
    guard let node, node.renderer != nil else { return }
    // Those of this round, whatever arrives meanwhile.
    let (geometry, describe) = (geometry, describe)
    var (top, bottom) = (contentOffset.y, contentOffset.y + frame.size.height)
    if let passed { (top, bottom) = (min(top, passed.lowerBound), max(bottom, passed.upperBound)) }
    let width = frame.size.width
    let wanted = width > 0 ? geometry.cells(from: top, to: bottom) : []
    let placement = Placement(geometry, width: width, of: node)
    let isPlaced = placed == placement
    if !isNew, isPlaced, wanted.elementsEqual(cells.lazy.map(\.indexPath)) { return }
    placed = placement
    // Both are in order, so cells that stay are found side by side.
    var staying = [Cell?](repeating: nil, count: wanted.count)
    var spare = SpareCells()
    var place = 0
    for cell in cells {
      while !isNew, place < wanted.count, wanted[place] < cell.indexPath { place += 1 }
      if !isNew, place < wanted.count, wanted[place] == cell.indexPath {
        staying[place] = cell
      } else {
        spare.cells.append(cell)
      }
    }
    var next: [Cell] = []
    next.reserveCapacity(wanted.count)
    for (place, indexPath) in wanted.enumerated() {
      if let cell = staying[place] {
        if !isPlaced { move(cell.node, to: placement.frame(of: indexPath)) }
        next.append(cell)
        continue
      }
      var description = describe(indexPath)
      description.frame = placement.frame(of: indexPath)
      var cell = spare.take(for: description, at: indexPath)
      cell?.node.update(with: description)
      if cell?.indexPath != indexPath {
        let shown = cell?.node ?? node.addManagedChild(with: description, in: contentView)
        cell = shown.map { Cell(node: $0, indexPath: indexPath) }
        if let shown { connect(shown) }
      }
      if let cell { next.append(cell) }
    }
    for cell in spare.cells { node.removeManagedChild(node: cell.node) }
    cells = next
    // The order of the views is the focus order, and those that stay are in it.
    var previous: NativeView?
    for (place, cell) in next.enumerated() {
      guard let view = cell.node.nativeView else { continue }
      if !cell.isPlaced { contentView.insert(view, after: previous) }
      cells[place].isPlaced = true
      previous = view
    }
  }

  private func move(_ node: AnyNode, to frame: CGRect) {
    var description = node.anyDescription
    guard description.frame != frame else { return }
    description.frame = frame
    node.update(with: description)
  }

  // MARK: Touches

  /// Connects the touches of a cell's view.
  private func connect(_ node: AnyNode) {
    guard let view = node.nativeView as? NativeTableCell, view.list !== self,
      node.anyDescription.descriptionType is any AnyTableCell.Type
    else { return }
    view.role = cellRole
    view.list = self
  }

  func didTap(_ view: NativeTableCell) {
    guard let (cell, type) = cell(of: view), let renderer = cell.node.renderer else { return }
    type.anyDidTap(dispatch: renderer.dispatch, node: cell.node, indexPath: cell.indexPath)
  }

  func setHighlighted(_ isHighlighted: Bool, of view: NativeTableCell) {
    guard let (cell, type) = cell(of: view) else { return }
    type.setHighlighted(isHighlighted, of: cell.node)
  }

  private func cell(of view: NativeTableCell) -> (Cell, any AnyTableCell.Type)? {
    guard let cell = cells.first(where: { $0.node.nativeView === view }),
      let type = cell.node.anyDescription.descriptionType as? any AnyTableCell.Type
    else { return nil }
    return (cell, type)
  }
}

/// Cells with nothing to show any more, available for reuse.
@MainActor
private struct SpareCells {
  var cells: [NativeCellList.Cell] = []

  /// Takes a cell that may show a description: one of the same type and key, preferably with the same index path;
  /// without a key, only one with the same index path or in its initial state.
  mutating func take(
    for description: any AnyNodeDescription,
    at indexPath: IndexPath
  ) -> NativeCellList.Cell? {
    let index =
      cells.firstIndex { $0.indexPath == indexPath && description.corresponds(to: $0.node) }
      ?? cells.firstIndex {
        description.corresponds(to: $0.node)
          && (description.key != nil || Self.isInitial($0.node.anyState))
      }
    return index.map { cells.remove(at: $0) }
  }

  private static func isInitial(_ state: any NodeDescriptionState) -> Bool {
    func isInitial<State: NodeDescriptionState>(_ state: State) -> Bool { state == State() }
    return isInitial(state)
  }
}
