import Foundation
import Signposts

// Tasks that nobody has to wait for.

func unstructured() async {
  let parent = currentTaskID()
  let task = Task(name: "unstructured") {
    Log.begin("unstructured", parent: parent)
    let own = currentTaskID()
    let child = Task.detached(name: "detached") {
      Log.begin("detached", parent: own)
      compute(microseconds: 500)
      Log.end("detached")
      return own
    }
    let value = await child.value
    Log.fact("detached", "value", value == own)
    Log.end("unstructured")
  }
  await task.value
}

func immediate() async {
  let parent = currentTaskID()
  let task = Task.immediate(name: "immediate") {
    Log.begin("immediate", parent: parent)
    await Task.yield()
    Log.end("immediate")
  }
  await task.value
}

/// From a thread that runs no task.
func immediateOutside() async {
  await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
    Thread.detachNewThread {
      Task.immediate(name: "immediate outside") {
        Log.begin("immediate outside", parent: 0)
        await Task.yield()
        Log.end("immediate outside")
        done.resume()
      }
    }
  }
}

func sleeping() async {
  let parent = currentTaskID()
  await Task(name: "sleep") {
    Log.begin("sleep", parent: parent)
    try? await Task.sleep(for: .milliseconds(20))
    Log.end("sleep")
  }.value
}

func cancelled() async {
  let parent = currentTaskID()
  let (begun, signal) = AsyncStream.makeStream(of: Void.self)
  let task = Task(name: "cancelled") {
    Log.begin("cancelled", parent: parent)
    await withTaskCancellationHandler {
      signal.yield()
      try? await Task.sleep(for: .seconds(600))
    } onCancel: {
      Log.fact("cancelled", "handler", true)
    }
    Log.fact("cancelled", "isCancelled", Task.isCancelled)
    Log.end("cancelled")
  }
  for await _ in begun { break }
  task.cancel()
  await task.value
}

enum Request {
  @TaskLocal static var id = 0
}

func taskLocals() async {
  let parent = currentTaskID()
  await Request.$id.withValue(7) {
    await Task(name: "task-local") {
      Log.begin("task-local", parent: parent)
      Log.fact("task-local", "id", Request.id)
      Log.end("task-local")
    }.value
  }
}

func priorities() async {
  let parent = currentTaskID()
  for (name, priority) in [("low", TaskPriority.low), ("high", .high)] {
    await Task.detached(name: name, priority: priority) {
      Log.begin("priority \(name)", parent: parent)
      Log.fact("priority \(name)", "raw", Task.currentPriority.rawValue)
      Log.end("priority \(name)")
    }.value
  }
  // Whoever waits for a task lends it its priority.
  let (begun, signal) = AsyncStream.makeStream(of: Void.self)
  let slow = Task.detached(name: "escalated", priority: .background) {
    Log.begin("escalated", parent: parent)
    signal.yield()
    try? await Task.sleep(for: .milliseconds(30))
    Log.fact("escalated", "raw", Task.currentPriority.rawValue)
    Log.end("escalated")
  }
  for await _ in begun { break }
  await Task.detached(priority: .high) { await slow.value }.value
}

func intervals() async {
  let parent = currentTaskID()
  let signposter = Signposter(subsystem: "tasks", category: "stress")
  await Task(name: "interval") {
    Log.begin("interval", parent: parent)
    let state = signposter.beginInterval("work")
    compute(microseconds: 100)
    await Task.yield()
    signposter.endInterval("work", state)
    Log.end("interval")
  }.value
}

/// A task that waits for a continuation which nobody resumes.
func neverResumed() async {
  let parent = currentTaskID()
  let (begun, signal) = AsyncStream.makeStream(of: Void.self)
  Task(name: "stuck") {
    Log.begin("stuck", parent: parent)
    signal.yield()
    // SAFETY: never resumed, which is what is wanted here.
    await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }
  for await _ in begun { break }
}
