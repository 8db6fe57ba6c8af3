import TraceReading

/// The names of processes, creators and executors in reports.
package struct TaskNamer {
  let recorder: TaskRecorder
  private let symbols: TaskSymbols

  package init(_ recorder: TaskRecorder, _ symbols: TaskSymbols) {
    self.recorder = recorder
    self.symbols = symbols
  }

  func process(_ index: Int) -> String {
    let process = recorder.catalog.processes[index]
    let name = process.name ?? "(unknown)"
    return process.processID.map { "\(name) (\($0))" } ?? name
  }

  /// The process of a creator, by its place in the recorder; empty for none.
  func process(ofCreator place: Int32) -> String {
    place < 0 ? "" : process(recorder.creators.all[Int(place)].key.process)
  }

  /// A function of a process, if the trace knows its file; `nil` for the address 0.
  private func function(at address: UInt64, process: Int) -> TaskSymbols.Function? {
    symbols.function(at: address, in: recorder.modules[process] ?? [], recorder.catalog)
  }

  /// The first of some functions that is the program's own; else the first that has a name.
  func place(of addresses: [UInt64], process: Int) -> TaskReport.Place? {
    let functions = addresses.compactMap { function(at: $0, process: process) }
    return (functions.first(where: \.isOwn) ?? functions.first)?.place
  }

  /// The function that a task waits in; `nil` if it is the program's own.
  func name(of call: TaskCall) -> String? {
    // Copies of library code in the program come after the library functions that they call.
    let functions = [call.outer, call.caller, call.function].compactMap {
      function(at: $0, process: call.process)
    }
    return functions.first { $0.isOfSystem }?.name
  }

  /// The place in the program that makes the call.
  func place(of call: TaskCall) -> TaskReport.Place? {
    place(of: [call.caller, call.outer], process: call.process)
  }

  /// The function that a task waits in, and its caller.
  func text(_ call: TaskCall) -> String {
    let parts = [name(of: call), place(of: call).map { "in \($0.function)" }]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  func executor(_ log: ExecutorLog) -> String {
    if log.isMain { return "MainActor" }
    return log.name.map(recorder.catalog.string) ?? "(unknown executor)"
  }

  /// What all executors of one type share, by the place of one in the recorder.
  func executorKey(_ place: Int) -> TaskReport.ExecutorKey {
    TaskReport.ExecutorKey(
      process: recorder.executorKeys[place].process,
      name: executor(recorder.executors[place])
    )
  }

  func executor(of wait: TaskRecord.LongestWait) -> String {
    wait.log.map { executor(recorder.executors[$0]) } ?? "an executor"
  }

  func creator(_ sums: TaskCreators.Sums) -> TaskReport.Creator {
    let key = sums.key
    let site = recorder.sites[TaskRecorder.Key(process: key.process, number: key.site)]
    // Thunks between closures of different forms have no name of the program.
    let body = site.flatMap { function(at: $0.function, process: key.process) }
      .flatMap { $0.isOwn ? $0 : nil }
    // The place where the framework creates tasks doesn't say what they do.
    let isOwn = key.work == nil
    let name = isOwn ? sums.name : key.work?.name
    return TaskReport.Creator(
      process: process(key.process),
      kind: key.work?.kind.rawValue ?? Self.kind(key.kind),
      place: isOwn ? site.flatMap { place(of: $0.callers, process: key.process) } : nil,
      body: isOwn ? body?.place : nil,
      name: name.map(recorder.catalog.string) ?? "",
      created: sums.created,
      ended: sums.ended,
      cancelled: sums.cancelled,
      running: sums.running,
      waits: TaskReport.Waits { sums.waits[$0.rawValue] },
      life: sums.life,
      longestLife: sums.longestLife
    )
  }

  /// The tasks of a creator in a few words: `task of load() (Gallery.swift:40)`, for a function may create several.
  package func creator(_ place: Int32) -> String {
    guard place >= 0 else { return "a task whose creation isn't in the trace" }
    let creator = creator(recorder.creators.all[Int(place)])
    let name = creator.name.isEmpty ? "" : " \"\(creator.name)\""
    let place = creator.place ?? creator.body
    return "\(creator.kind)\(name)" + (place.map { " of \($0.text)" } ?? "")
  }

  static func kind(_ kind: TraceTaskCreation.Kind?) -> String {
    switch kind {
    case .task: "task"
    case .detached: "detached"
    case .groupChild: "group"
    case .asyncLet: "async let"
    case .main: "main"
    case .immediate: "immediate"
    case .sleep: "sleep"
    case nil: "unknown"
    }
  }
}
