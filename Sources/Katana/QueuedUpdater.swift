public import Signposts

/// An updater that found its store busy.
@usableFromInline
final class QueuedUpdater<Updater: StateUpdater>: QueuedItem<Updater.StateType>,
  @unchecked Sendable
{
  // Why this is Sendable: it adds one immutable property of a Sendable type.

  @usableFromInline
  let updater: Updater

  @inlinable
  init(_ updater: Updater, id: SignpostID) {
    self.updater = updater
    super.init(id: id) { item, core in
      core.perform(unsafeDowncast(item, to: QueuedUpdater<Updater>.self).updater, id: item.id)
    }
  }
}
