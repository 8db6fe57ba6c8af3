import Foundation
import Synchronization

// Tasks that run outside of the pool, and tasks that their process leaves.

/// Runs each job on a thread of its own.
private final class ThreadsExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// How many have come.
private let present = Atomic(0)

/// So many tasks that run at the same time, on as many threads.
func meeting(of count: Int) async {
  let executor = ThreadsExecutor()
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<count {
      group.addTask(executorPreference: executor) {
        present.add(1, ordering: .sequentiallyConsistent)
        while present.load(ordering: .sequentiallyConsistent) < count { usleep(100) }
      }
    }
  }
}

/// A task that begins to wait, and never ends.
func leaving() async {
  let (begun, signal) = AsyncStream.makeStream(of: Void.self)
  _ = Task.detached(name: "left behind") {
    // SAFETY: never resumed, which is what is wanted here.
    await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in signal.yield() }
  }
  for await _ in begun { break }
  // The task pauses after its closure has returned.
  usleep(20_000)
}

/// Leaves a task behind, and goes on as this program with so many tasks.
func becoming(tasks count: Int) async {
  await leaving()
  let arguments: [UnsafeMutablePointer<CChar>?] = unsafe [
    strdup("TaskProgram"), strdup("tasks"), strdup("\(count)"), nil,
  ]
  unsafe execv("/proc/self/exe", arguments)
  unsafe perror("execv")
}

/// Ends while tasks run on all threads of the pool.
func hurrying() async {
  for _ in 0..<4 {
    Task.detached { while true { await Task.yield() } }
  }
  usleep(2000)
}
