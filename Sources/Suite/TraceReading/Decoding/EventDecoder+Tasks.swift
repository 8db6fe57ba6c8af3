#if HAS_BABELTRACE
// The events of provider `swift_concurrency`.
extension EventDecoder {
  /// The event; its declaration was compared with the fields, which are read by position.
  func taskEvent(_ kind: TaskEventClass, _ payload: EventFields) -> TraceTaskEvent {
    func word(_ place: Int32) -> UInt64 { payload.unsigned(place) }
    func half(_ place: Int32) -> UInt32 { UInt32(truncatingIfNeeded: word(place)) }
    func flag(_ place: Int32) -> Bool { word(place) != 0 }
    func text(_ place: Int32) -> TraceSymbol { symbol(payload, place) }
    switch kind {
    case .create:
      return .create(
        TraceTaskCreation(
          task: word(0),
          by: word(1),
          kind: TraceTaskCreation.Kind(rawValue: half(2)),
          isEnqueued: flag(3),
          group: word(4),
          executor: word(5),
          site: word(6),
          name: text(7)
        )
      )
    case .enqueue: return .enqueue(task: word(0), by: word(1), isMain: flag(2))
    case .run:
      return .run(
        task: word(0),
        executor: word(1),
        status: TraceTaskStatus(rawValue: half(2))
      )
    case .change: return .change(task: word(0), executor: word(1))
    case .pause:
      return .pause(
        TraceTaskPause(
          task: word(0),
          reason: TraceTaskPause.Reason(rawValue: half(1)) ?? .unknown,
          object: word(2),
          function: word(3),
          caller: word(4),
          outer: word(5),
          status: TraceTaskStatus(rawValue: half(6))
        )
      )
    case .end: return .end(task: word(0))
    case .resume: return .resume(task: word(0), by: word(1), caller: word(2))
    case .cancel: return .cancel(task: word(0), by: word(1), caller: word(2))
    case .escalate: return .escalate(task: word(0), by: word(1), priority: half(2))
    case .site:
      return .site(
        TraceTaskSite(
          site: word(0),
          function: word(1),
          callers: (2..<10).map { word($0) }.filter { $0 != 0 }
        )
      )
    case .nameExecutor:
      return .nameExecutor(
        executor: word(0),
        isMain: flag(1),
        isDefault: flag(2),
        name: text(3)
      )
    case .loadModule:
      let begin = word(0)
      return .loadModule(
        TraceModule(
          addresses: begin..<max(begin, word(1)),
          bias: word(2),
          buildID: text(3),
          path: text(4)
        )
      )
    case .findRuntime: return .findRuntime(processors: half(0), problem: text(1))
    case .exit: return .exit
    }
  }
}
#endif
