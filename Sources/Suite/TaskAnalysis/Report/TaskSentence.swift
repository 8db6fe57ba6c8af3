import TraceReading

extension TaskNamer {
  /// Why a task took so long: what took most of its time.
  func sentence(_ task: TaskRecord) -> String {
    let life = recorder.life(of: task)
    let opening = "\(TaskReport.text(life)) from its creation"
    let last = recorder.lastTime(of: task)
    if task.end == nil, task.since < last, !task.isReady, let pause = task.pause,
      task.state == .suspended, last - task.since > life / 2
    {
      let time = TaskReport.text(last - task.since)
      let object = object(of: pause, process: task.process)
      return "\(opening), and it hasn't ended: for \(time) it waits for \(object)"
    }
    let waits = TaskRecord.Wait.allCases.map { ($0, task.time(waitingFor: $0)) }
    let most = waits.max { $0.1 < $1.1 } ?? (.unknown, 0)
    if task.running >= most.1 {
      return "\(opening): it had a thread for \(TaskReport.text(task.running))"
    }
    let time = TaskReport.text(most.1)
    guard let longest = task.longestWait, longest.wait == most.0 else {
      return "\(opening): \(time) waiting for \(Self.phrase(most.0))"
    }
    switch longest.wait {
    case .pool: return "\(opening): \(time) ready to run, \(Self.pool(task.starved, of: most.1))"
    case .executor:
      let name = executor(of: longest)
      return "\(opening): \(time) waiting for \(name)\(behind(longest))"
    default:
      guard let pause = longest.pause else { break }
      let part = longest.time == most.1 ? "" : ", \(TaskReport.text(longest.time)) of it"
      let more = part.isEmpty ? "" : part + " at once"
      return "\(opening): \(time)\(more) waiting for \(object(of: pause, process: task.process))"
    }
    return "\(opening): \(time) waiting for \(Self.phrase(most.0))"
  }

  /// Why a task waited for a thread so long.
  private static func pool(_ starved: Int64, of waited: Int64) -> String {
    if starved == 0 { return "before a thread of the pool took it" }
    let part = starved < waited - waited / 100 ? "\(TaskReport.text(starved)) of it " : ""
    return "\(part)with no thread of the pool free"
  }

  private func behind(_ wait: TaskRecord.LongestWait) -> String {
    let occupants = wait.occupants
    guard occupants.stays > 0 else { return ", which ran no task meanwhile" }
    let times = occupants.stays == 1 ? "once" : "\(occupants.stays) times"
    let least = occupants.isCut ? "at least " : ""
    let who = creator(occupants.creator)
    let time = TaskReport.text(wait.time)
    return ", \(time) of it while others ran there \(least)\(times), mostly \(who)"
  }

  /// What a task of a process waits for, and where.
  func object(of pause: TraceTaskPause, process: Int) -> String {
    let call = TaskCall(pause, process: process)
    let place = place(of: call).map { ", in \($0.function)" } ?? ""
    if let name = name(of: call) { return name + place }
    return Self.phrase(TaskRecord.Wait(pause.reason)) + place
  }

  /// What a task did in a wait within an interval that it began.
  func words(for wait: TaskWait) -> String {
    let other = wait.other < 0 ? nil : creator(wait.other)
    switch wait.kind {
    case .pool:
      guard wait.isStarved else { return "ready to run, before a thread of the pool took it" }
      let holder = other.map { ": \($0) kept one" } ?? ""
      return "ready to run, with no thread of the pool free\(holder)"
    case .executor:
      let name = wait.executor.map { executor(recorder.executors[$0]) }
      let holder = other.map { ", mostly held by \($0)" } ?? ""
      return "waiting for \(name ?? Self.phrase(.executor))\(holder)"
    case .task, .group, .continuation, .unknown:
      let names = [other, wait.call.flatMap { name(of: $0) }].compactMap { $0 }
      let site = wait.call.flatMap { place(of: $0) }.map { ", in \($0.function)" } ?? ""
      let object = names.isEmpty ? Self.phrase(wait.kind) : names.joined(separator: " by ")
      return "waiting for \(object)\(site)"
    }
  }

  private static func phrase(_ wait: TaskRecord.Wait) -> String {
    switch wait {
    case .pool: "a thread of the pool"
    case .executor: "an actor"
    case .task: "another task"
    case .group: "tasks of a group"
    case .continuation: "a continuation"
    case .unknown: "something that the runtime doesn't tell"
    }
  }
}
