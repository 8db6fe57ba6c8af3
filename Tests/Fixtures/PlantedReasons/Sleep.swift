import Signposts

/// A task that sleeps before it tries again.
func backOff() async {
  await signposter.withIntervalSignpost("back off") { await pause() }
}

@inline(never) func pause() async { try? await Task.sleep(for: .milliseconds(250)) }
