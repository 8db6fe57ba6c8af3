import Foundation
import Signposts

/// Tasks that keep all threads of the pool: they sleep there, read, or compute.
func starve() async { await starve { usleep(250_000) } }

func starveByReaders() async { await starve { readLine(after: 250) } }

func starveByComputing() async { await starve { spin(milliseconds: 250) } }

private func starve(_ body: @escaping @Sendable () -> Void) async {
  // The interval's task keeps its own thread until the others have all the rest.
  let rest = ProcessInfo.processInfo.activeProcessorCount
  let hogs = (0..<rest).map { _ in Task.detached { hog(body) } }
  await signposter.withIntervalSignpost("answer") { await Task.yield() }
  for hog in hogs { await hog.value }
}

@inline(never) private func hog(_ body: () -> Void) { body() }
