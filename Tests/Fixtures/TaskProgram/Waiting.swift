import Foundation

// Streams, and continuations that somebody else resumes.

func streams() async {
  let parent = currentTaskID()
  let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
  let consumer = Task(name: "consumer") {
    Log.begin("stream", parent: parent)
    var sum = 0
    for await number in stream { sum += number }
    Log.fact("stream", "sum", sum)
    Log.end("stream")
  }
  for number in 1...10 {
    try? await Task.sleep(for: .milliseconds(1))
    continuation.yield(number)
  }
  continuation.finish()
  await consumer.value
}

func continuations() async {
  let parent = currentTaskID()
  await Task(name: "checked") {
    Log.begin("checked continuation", parent: parent)
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        usleep(5000)
        continuation.resume()
      }
    }
    Log.end("checked continuation")
  }.value
  await Task(name: "unsafe") {
    Log.begin("unsafe continuation", parent: parent)
    // SAFETY: resumed once, by the thread.
    await unsafe withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      Thread.detachNewThread {
        usleep(5000)
        unsafe continuation.resume()
      }
    }
    Log.end("unsafe continuation")
  }.value
  await Task(name: "resumed") {
    Log.begin("resumed by a task", parent: parent)
    let own = currentTaskID()
    await withCheckedContinuation { continuation in
      Task(name: "resumer") {
        Log.begin("resumer", parent: own)
        try? await Task.sleep(for: .milliseconds(5))
        Log.fact("resumed by a task", "by", currentTaskID())
        continuation.resume()
        Log.end("resumer")
      }
    }
    Log.end("resumed by a task")
  }.value
}
