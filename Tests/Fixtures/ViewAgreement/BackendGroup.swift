import Foundation
import NativeViews

/// Hands each commit of one tree to several backends, so that all of them show the same frames.
///
/// A view keeps one object for its backend. Here there is one for each, and the view has that of the backend which is
/// asked.
@MainActor
final class BackendGroup: ViewBackend {
  private final class Slot {
    let view: NativeView
    var objects: [AnyObject?]

    init(_ view: NativeView, count: Int) {
      self.view = view
      objects = Array(repeating: nil, count: count)
    }
  }

  let clock = ManualFrameSource()
  var frames: any FrameSource { clock }
  nonisolated let measurer: any TextMeasuring
  var displayScale: CGFloat { 1 }
  /// Commits that were handed on.
  private(set) var commits = 0

  private let backends: [any ViewBackend]
  private var slots: [ObjectIdentifier: Slot] = [:]

  init(_ backends: [any ViewBackend], measurer: any TextMeasuring) {
    (self.backends, self.measurer) = (backends, measurer)
  }

  func attach(to tree: ViewTree) {
    for backend in backends { backend.attach(to: tree) }
  }

  func commit(_ changes: borrowing ViewChanges) {
    commits += 1
    for view in changes.created {
      slots[ObjectIdentifier(view)] = Slot(view, count: backends.count)
    }
    for (index, backend) in backends.enumerated() {
      lend(index)
      backend.commit(changes)
      takeBack(index)
    }
    for view in changes.removed { view.forEachView { slots[ObjectIdentifier($0)] = nil } }
  }

  func didCommit() {
    for backend in backends { backend.didCommit() }
  }

  /// Asks one of the backends something, for which the views have its objects.
  func asking<Answer>(_ index: Int, _ question: () throws -> Answer) rethrows -> Answer {
    lend(index)
    defer { takeBack(index) }
    return try question()
  }

  private func lend(_ index: Int) {
    for slot in slots.values { slot.view.backendObject = slot.objects[index] }
  }

  private func takeBack(_ index: Int) {
    for slot in slots.values {
      slot.objects[index] = slot.view.backendObject
      slot.view.backendObject = nil
    }
  }
}
