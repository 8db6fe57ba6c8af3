import CGTKViewChecks
import Dispatch
import Foundation
import NativeViews
import NativeViewsGTK

/// Hops to the main actor and back wake the loop once each; while nothing happens it isn't woken.
@MainActor
func checkHops() throws {
  try runInWindow(isVisible: false) { window in
    let hops = 2_000
    _ = GTKApplication.wakeups
    let before = GTKApplication.wakeups
    let start = ContinuousClock.now
    for _ in 0..<hops { await offMainActor() }
    let time = ContinuousClock.now - start
    let wakeups = GTKApplication.wakeups - before
    // A hop that finds its answer there needs none; the window that has just been opened has some of its own.
    try check(
      wakeups > 0 && wakeups <= hops + hops / 10,
      "\(hops) hops have woken the loop \(wakeups) times"
    )
    print("hops \(hops) wakeups \(wakeups) time/hop \(time / hops)")

    // What has to do with opening the window is over by then.
    try await Task.sleep(for: .milliseconds(300))
    let quiet = GTKApplication.wakeups
    try await Task.sleep(for: .milliseconds(500))
    let idle = GTKApplication.wakeups - quiet
    try check(idle <= 5, "half a second without work has woken the loop \(idle) times")
    print("idle wakeups \(idle)")

    // Everything that Swift programs await works in the loop.
    var order: [Int] = []
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        MainActor.assumeIsolated { order.append(1) }
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(10)) {
          continuation.resume()
        }
      }
    }
    await Task { @MainActor in order.append(2) }.value
    let detached = await Task.detached { await MainActor.run { Thread.isMainThread } }.value
    try check(order == [1, 2] && detached, "order \(order), on the main thread: \(detached)")

    // Jobs that make jobs don't keep a frame from being made.
    var isDrawn = false
    Task {
      await window.drawn()
      isDrawn = true
    }
    var yields = 0
    while !isDrawn, yields < 10_000_000 {
      await Task.yield()
      yields += 1
    }
    try check(isDrawn, "\(yields) jobs have kept two frames from being made")
  }
}

/// Leaves the main actor, and comes back when another thread says so.
@MainActor
private func offMainActor() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume() }
  }
}

/// Calling GTK on another thread is an error.
func checkThread() throws {
  nonisolated(unsafe) var result: (any Error)?
  let thread = Thread {
    do { try runElsewhere() } catch { unsafe result = error }
  }
  thread.start()
  while !thread.isFinished { usleep(1_000) }
  if let error = unsafe result { throw error }
}

/// What a program does that runs GTK in a job of another thread: the compiler can't see that it isn't the main one.
private nonisolated func runElsewhere() throws {
  let run = unsafe unsafeBitCast(openWindow, to: (() throws -> Void).self)
  try run()
}

private let openWindow: @MainActor () throws -> Void = {
  _ = try GTKWindow(title: "elsewhere", size: CGSize(width: 10, height: 10))
}

/// Windows are opened, resized, refused to close, closed; the loop ends with the last one.
@MainActor
func checkWindows() throws {
  var events: [String] = []
  try GTKApplication.run {
    let first = try GTKWindow(title: "first", size: CGSize(width: 320, height: 200))
    let second = try GTKWindow(title: "second", size: CGSize(width: 100, height: 80))
    first.onClose = { events.append("first closed") }
    second.onClose = { events.append("second closed") }
    first.tree.onResize.append { events.append("first is \(Int($0.width))x\(Int($0.height))") }
    Task {
      await first.drawn()
      first.title = "renamed"
      first.resize(to: CGSize(width: 500, height: 240))
      try? await wait(for: { first.root.frame.size == CGSize(width: 500, height: 240) }, "resized")
      second.close()
      second.close()
      second.root.append(NativeView())
      second.tree.flush()
      events.append("open \(GTKApplication.windows.map(\.title))")
      do { _ = try second.screenshot() } catch { events.append("\(error)") }
      first.close()
    }
  }
  let expected = [
    "first is 500x240", "second closed", "open [\"renamed\"]",
    "window \"second\": it is closed; open another one", "first closed",
  ]
  try check(events == expected, "\(events)")
  try check(GTKBackend.widgetCount == 0, "\(GTKBackend.widgetCount) widgets are left")
}

/// Animations of a window that isn't shown end, and so do those of one that is hidden while they run.
@MainActor
func checkHiddenWindow() throws {
  try runInWindow(isVisible: false) { window in
    for isShownFirst in [false, true] {
      if isShownFirst {
        window.isVisible = true
        await window.drawn()
      }
      let view = NativeView()
      window.root.append(view)
      window.tree.flush()
      var endings = 0
      window.tree.animate(ViewAnimation(.linear, duration: .milliseconds(200))) {
        view.frame.origin.x = 100
      } completion: { _ in
        endings += 1
      }
      if isShownFirst {
        try await Task.sleep(for: .milliseconds(30))
        window.isVisible = false
      }
      try await wait(for: { endings > 0 }, "the end of an animation")
      try check(
        endings == 1 && view.presented.frame.minX == 100,
        "\(endings) endings at \(view.presented.frame)"
      )
    }
    print("animations of hidden windows end")
  }
}
