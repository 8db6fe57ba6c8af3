import Signposts
import Synchronization

private let asked = Mutex<[CheckedContinuation<Void, Never>]>([])

/// A continuation that nobody resumes, at once and after a sleep.
func ask() async { await signposter.withIntervalSignpost("ask") { await answer() } }

func backOffAndAsk() async {
  await signposter.withIntervalSignpost("ask") {
    await pause()
    await answer()
  }
}

@inline(never) private func answer() async {
  await withCheckedContinuation { continuation in asked.withLock { $0.append(continuation) } }
}
