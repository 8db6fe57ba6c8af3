public import Foundation
import KatanaUI
public import NativeViews
import Plastic

/// Shows only the visible cells: each is a node that the list's node manages.
///
/// Source: docs/semantics/elements.md, E7.
public class NativeCellList: ScrollView {
  private struct Cell {
    let node: AnyNode
    var indexPath: IndexPath
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
    if !isNew, isPlaced, wanted == cells.map(\.indexPath) { return }
    placed = placement
    var spare = SpareCells(cells.map { ($0.node, $0.indexPath) })
    var kept: [IndexPath: AnyNode] = [:]
    if !isNew {
      for indexPath in wanted { kept[indexPath] = spare.take(at: indexPath) }
    }
    var next: [Cell] = []
    for indexPath in wanted {
      if let node = kept[indexPath] {
        if !isPlaced { move(node, to: placement.frame(of: indexPath)) }
        next.append(Cell(node: node, indexPath: indexPath))
        continue
      }
      var description = describe(indexPath)
      description.frame = placement.frame(of: indexPath)
      if let node = spare.take(for: description, at: indexPath) {
        node.update(with: description)
        next.append(Cell(node: node, indexPath: indexPath))
      } else if let node = node.addManagedChild(with: description, in: contentView) {
        next.append(Cell(node: node, indexPath: indexPath))
      }
    }
    for cell in spare.rest { node.removeManagedChild(node: cell) }
    cells = next
    arrange()
  }

  private func move(_ node: AnyNode, to frame: CGRect) {
    var description = node.anyDescription
    guard description.frame != frame else { return }
    description.frame = frame
    node.update(with: description)
  }

  /// Orders the views like the cells, which is the focus order, and connects their touches.
  private func arrange() {
    var previous: NativeView?
    for cell in cells {
      guard let view = cell.node.nativeView else { continue }
      contentView.insert(view, after: previous)
      previous = view
      guard let view = view as? NativeTableCell,
        let type = cell.node.anyDescription.descriptionType as? any AnyTableCell.Type
      else { continue }
      view.role = cellRole
      let indexPath = cell.indexPath
      view.onTap = { [weak node = cell.node] in
        guard let node, let renderer = node.renderer else { return }
        type.anyDidTap(dispatch: renderer.dispatch, node: node, indexPath: indexPath)
      }
      view.onHighlight = { [weak node = cell.node] isHighlighted in
        guard let node else { return }
        type.setHighlighted(isHighlighted, of: node)
      }
    }
  }
}

/// Cells with nothing to show any more, available for reuse.
@MainActor
private struct SpareCells {
  private var cells: [(node: AnyNode, indexPath: IndexPath)]

  init(_ cells: [(node: AnyNode, indexPath: IndexPath)]) { self.cells = cells }

  /// The unused ones.
  var rest: [AnyNode] { cells.map(\.node) }

  /// Takes the cell with an index path.
  mutating func take(at indexPath: IndexPath) -> AnyNode? {
    cells.firstIndex { $0.indexPath == indexPath }.map { cells.remove(at: $0).node }
  }

  /// Takes a cell that may show a description: one of the same type and key, preferably with the same index path;
  /// without a key, only one with the same index path or in its initial state.
  mutating func take(
    for description: any AnyNodeDescription,
    at indexPath: IndexPath
  ) -> AnyNode? {
    let type = ObjectIdentifier(description.descriptionType)
    let fits = { (node: AnyNode) in
      ObjectIdentifier(node.anyDescription.descriptionType) == type
        && node.anyDescription.key == description.key
    }
    let index =
      cells.firstIndex { $0.indexPath == indexPath && fits($0.node) }
      ?? cells.firstIndex {
        fits($0.node) && (description.key != nil || Self.isInitial($0.node.anyState))
      }
    return index.map { cells.remove(at: $0).node }
  }

  private static func isInitial(_ state: any NodeDescriptionState) -> Bool {
    func isInitial<State: NodeDescriptionState>(_ state: State) -> Bool { state == State() }
    return isInitial(state)
  }
}
