import Foundation
import Signposts

actor Shelf {
  /// On the actor, so long as that takes.
  func arrange(_ begun: @Sendable () -> Void, _ body: @Sendable () -> Void) {
    begun()
    body()
  }

  private(set) var taken = 0

  func take() { taken += 1 }
}

/// An actor that another task keeps, which computes on it, reads, or waits for a lock.
func waitForActor() async { await waitForActor { spin(milliseconds: 250) } }

func waitForActorOfReader() async { await waitForActor { readLine(after: 250) } }

func waitForActorOfLocker() async {
  let (held, signal) = AsyncStream.makeStream(of: Void.self)
  Thread.detachNewThread { holdLedger(milliseconds: 300) { signal.yield() } }
  for await _ in held { break }
  await waitForActor { enter() }
}

private func waitForActor(_ body: @escaping @Sendable () -> Void) async {
  let shelf = Shelf()
  let (begun, signal) = AsyncStream.makeStream(of: Void.self)
  let keeper = Task.detached { await shelf.arrange({ signal.yield() }, body) }
  for await _ in begun { break }
  await signposter.withIntervalSignpost("take one") { await shelf.take() }
  await keeper.value
}
