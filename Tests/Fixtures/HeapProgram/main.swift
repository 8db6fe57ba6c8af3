import Foundation

// Each function plants one thing, and its types have names of their own. What each leaves behind is in `HeapProgramTests`.

/// Words that were left on the stack would hold what nothing holds; Swift's runtime goes a hundred kilobytes deep to find a type.
@inline(never)
func clearStack(_ depth: Int = 400) -> Int {
  unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: 64) { words in
    for place in words.indices { unsafe words[place] = 0 }
    return unsafe depth == 0 ? words[7] : clearStack(depth - 1) + words[9]
  }
}

/// Plants in a thread of its own, whose stack is gone afterwards.
func plant(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    _ = clearStack()
    done.signal()
  }
  thread.start()
  done.wait()
}

plantCycles(count: 50)
plantClosures(count: 20)
plantDelegates(count: 10)
plantElements(count: 5)
plantReferences(count: 8)
plantHeld(count: 30)
await plantTasks()
plantMemory()
_ = clearStack()
// Threads of Foundation and of tasks come to rest.
usleep(200_000)
if CommandLine.arguments.count > 1 { print("planted") }
exit(0)
