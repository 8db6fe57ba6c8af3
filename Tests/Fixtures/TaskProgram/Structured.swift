// Tasks that end before the function that creates them.

func groups() async {
  let parent = currentTaskID()
  await withTaskGroup(of: Int.self) { group in
    for number in 0..<8 {
      group.addTask(name: "group \(number)") {
        Log.begin("group", parent: parent)
        compute(microseconds: 200)
        await Task.yield()
        Log.end("group")
        return number
      }
    }
    var sum = 0
    for await number in group { sum += number }
    Log.fact("group", "sum", sum)
  }
}

func throwingGroups() async {
  struct Failure: Error {}
  let parent = currentTaskID()
  do {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        Log.begin("throwing group", parent: parent)
        defer { Log.end("throwing group") }
        // The other one sleeps by now.
        try await Task.sleep(for: .milliseconds(20))
        throw Failure()
      }
      group.addTask {
        Log.begin("throwing group", parent: parent)
        defer { Log.end("throwing group") }
        try await Task.sleep(for: .seconds(600))
      }
      try await group.next()
      group.cancelAll()
    }
  } catch {}
}

func discardingGroups() async {
  let parent = currentTaskID()
  await withDiscardingTaskGroup { group in
    for _ in 0..<5 {
      group.addTask {
        Log.begin("discarding group", parent: parent)
        compute(microseconds: 100)
        Log.end("discarding group")
      }
    }
  }
}

func asyncLets() async {
  let parent = currentTaskID()
  @Sendable func part(_ number: Int) async -> Int {
    Log.begin("async let", parent: parent)
    compute(microseconds: 300)
    Log.end("async let")
    return number
  }
  async let first = part(1)
  async let second = part(2)
  async let third = part(3)
  let sum = await first + second + third
  Log.fact("async let", "sum", sum)
}

func nestedGroups() async {
  let parent = currentTaskID()
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<2 {
      group.addTask {
        Log.begin("nested outer", parent: parent)
        let own = currentTaskID()
        await withTaskGroup(of: Void.self) { inner in
          for _ in 0..<3 {
            inner.addTask {
              Log.begin("nested inner", parent: own)
              Log.end("nested inner")
            }
          }
        }
        Log.end("nested outer")
      }
    }
  }
}

/// Creates so many tasks, a thousand at a time, and returns the sum of what they return.
func manyTasks(_ count: Int) async -> Int {
  var sum = 0
  for _ in 0..<(count / 1000) {
    sum += await withTaskGroup(of: Int.self) { group in
      for number in 0..<1000 { group.addTask { number } }
      return await group.reduce(0, +)
    }
  }
  return sum
}
