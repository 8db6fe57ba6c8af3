import Foundation
import NativeViews

/// A description of rows in a view of their own, as its node reads it.
@usableFromInline
protocol RowsDescription: FramedDescription {
  /// The values captured by the closure that makes rows.
  var captured: [HandlerToken.Value] { get }
  /// The part of the store's state with the rows; `nil` if the description contains them.
  var statePath: AnyKeyPath? { get }
}

/// The node of a ``ForEach`` or a ``ForEachEntity``, without its rows.
@MainActor
@usableFromInline
class RowsNode<Description: RowsDescription>: FramedNode<Description> {
  // MARK: What differs

  /// Makes the first rows, or those of another part of the state.
  func begin() { fatalError("abstract") }
  /// Brings the rows up to date with the description or the state.
  func showRows(_ update: ListUpdate) { fatalError("abstract") }
  func forgetRows() { fatalError("abstract") }

  // MARK: What is the same

  override final func take(_ next: Description, _ options: NodeUpdate) {
    guard !isInUpdate else {
      return postpone(options) { [self] in take(next, options) }
    }
    guard renderer != nil else { return }
    let update = ListUpdate(options, captured: next.captured != current.captured)
    let isElsewhere = next.statePath != current.statePath
    current = next
    flags.remove(.isOutOfDate)
    if isElsewhere {
      cancelSubscriptions()
      begin()
    } else {
      showRows(update)
    }
    if let view { apply(to: view) }
  }

  override final func show(in container: NativeView, after sibling: NativeView?) {
    let view = NativeView()
    self.view = view
    flags.insert(.isShown)
    if let key { view.key = key }
    container.insert(view, after: sibling)
    apply(to: view)
    showChildren(in: view)
  }

  private func apply(to view: NativeView) {
    view.frame = current.props.frame
    view.alpha = current.props.alpha
  }

  override final func refresh() {
    guard flags.contains(.isOutOfDate) else { return }
    flags.remove(.isOutOfDate)
    showRows(.changed)
  }

  override final func relayout(to frame: CGRect, for reason: RelayoutReason) {
    guard !isInUpdate else {
      return postpone(NodeUpdate()) { [self] in relayout(to: frame, for: reason) }
    }
    current.frame = frame
    if let view { apply(to: view) }
    switch reason {
    case .frame: break
    case .display: relayoutChildren()
    case .multiplier: showRows(.forced)
    }
  }

  override final func leave() {
    cancelSubscriptions()
    forgetRows()
  }
}
