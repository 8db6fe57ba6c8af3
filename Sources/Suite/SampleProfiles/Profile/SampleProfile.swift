import Foundation
import ProcessLaunching
package import SampleFiles
package import SuiteErrors

/// The contents of a recording's samples: each thread's time, and the stacks in which it was spent.
package struct SampleProfile: Sendable {
  /// A thread; the kernel gives each one number.
  package struct ThreadID: Hashable, Sendable {
    package let process: Int32
    package let thread: Int32

    package init(process: Int32, thread: Int32) {
      self.process = process
      self.thread = thread
    }
  }

  package private(set) var description: SamplingDescription
  /// Without those of ``tracer``.
  package private(set) var threads: [ThreadID: ThreadTimeline] = [:]
  /// LTTng's own threads in the recorded programs: they are none of what was to be recorded.
  package private(set) var tracer: [ThreadTimeline] = []
  package private(set) var stacks: StackTable
  /// What threads that wait for locks were seen waiting at, in the order of time.
  package private(set) var looks: [ThreadID: [FutexLook]] = [:]
  package private(set) var lost: UInt64 = 0
  /// Unreadable or missing parts of the recording: a line each.
  package private(set) var faults: [String] = []
  /// The time of the first and the last record.
  package private(set) var span: Range<UInt64> = 0..<0

  /// A profile of nothing.
  package init() {
    description = SamplingDescription(
      engine: .taskClock,
      reason: "",
      frequency: 1,
      includesKernel: true
    )
    stacks = StackTable(SampleSymbols())
  }

  package static func exists(inTrace directory: String) -> Bool {
    FileManager.default.fileExists(atPath: SampleDirectory(ofTrace: directory).data)
  }

  /// The time between two samples of a running thread, in nanoseconds.
  package var period: UInt64 { description.period }

  /// Reads the samples of a trace.
  ///
  /// - Complexity: Proportional to the number of records. Memory is some 12 bytes a sample and 40 a switch of threads.
  /// - Parameters:
  ///   - directory: The directory of the trace.
  ///   - symbols: The names of the functions; `nil` for those next to the samples.
  ///   - tellsAddresses: Whether two addresses in a function are two functions of ``stacks``, as other tools want it.
  /// - Throws: ``SuiteError`` if there are none, or they can't be read.
  package init(
    inTrace directory: String,
    symbols: SampleSymbols? = nil,
    tellsAddresses: Bool = false
  ) throws(SuiteError) {
    let files = SampleDirectory(ofTrace: directory)
    let data = try PerfDataFile(path: files.data)
    let text = FileManager.default.contents(atPath: files.description) ?? Data()
    guard let description = SamplingDescription(String(decoding: text, as: UTF8.self)) else {
      throw SuiteError(
        files.description,
        "it is missing or of a version that this hamon doesn't know",
        remedy: "copy the whole trace, or read it with the hamon that recorded it"
      )
    }
    self.description = description
    var names = symbols ?? SampleSymbols()
    if symbols == nil {
      do throws(SuiteError) {
        names = try SampleSymbols(path: files.symbols)
      } catch {
        faults.append("\(error)")
      }
    }
    if !description.isComplete {
      faults.append(
        "\(files.data): the recording was ended before all was written; its end is missing"
      )
    }
    faults += description.gaps
    stacks = StackTable(names, tellsAddresses: tellsAddresses)
    let summary = data.read { record, event in take(record, event: event) }
    lost = summary.lost
    if let fault = summary.fault { faults.append(fault) }
    if throttles > 0 {
      faults.append(
        "the kernel has left out samples \(throttles) times, for there were more than kernel.perf_event_max_sample_rate allows: "
          + "functions ran for longer than is told; sample less often"
      )
    }
    for id in threads.keys { threads[id]?.end = span.upperBound }
    tracer = ofTracer.compactMap { threads.removeValue(forKey: $0) }
    for copy in copies { threads[copy] = nil }
  }

  /// How often the kernel left out samples because there were too many.
  private var throttles = 0
  private var ofTracer: Set<ThreadID> = []
  /// Copies of processes that were made to read their memory.
  private var copies: Set<ThreadID> = []
  /// The numbers of the threads that each process has had.
  private var members: [Int32: [Int32]] = [:]

  /// The stacks that have waited by futex(2), and whether for a lock.
  private var lockStacks: [Int32: Bool] = [:]

  private mutating func isLock(_ stack: Int32) -> Bool {
    if let known = lockStacks[stack] { return known }
    let found = stacks.waitKind(of: stack) == .lock
    lockStacks[stack] = found
    return found
  }

  private mutating func take(_ record: PerfRecord, event: Int) {
    let time = record.time
    span =
      span.isEmpty ? time..<time + 1 : min(span.lowerBound, time)..<max(span.upperBound, time)
    stacks.note(record)
    let id = ThreadID(process: record.process, thread: record.thread)
    switch record.kind {
    case .sample:
      let wait = event == 0 ? nil : record.wait
      let stack = stacks.stack(of: record, isStopped: wait?.isStopped ?? false)
      let count = description.count(of: record)
      if let futex = wait?.futex, isLock(stack) {
        looks[id, default: []].append(FutexLook(time: time, futex: futex))
      }
      change(id) { timeline in
        guard event == 0 else { return timeline.wait(in: stack, at: time) }
        for _ in 0..<count { timeline.run(in: stack, at: time) }
      }
    case .switched:
      change(id) { timeline in
        let state: ThreadTimeline.State =
          !record.leaves ? .running : record.leavesReady ? .ready : .waiting
        timeline.become(state, at: time)
      }
    case .fork, .exit:
      let child = record.child
      let state: ThreadTimeline.State = record.kind == .fork ? .ready : .gone
      change(ThreadID(process: child.process, thread: child.thread)) { $0.become(state, at: time) }
    case .command:
      let named = record.named
      note(name: named.name, of: ThreadID(process: named.process, thread: named.thread))
      if record.isExecution { endOthers(of: named.process, than: named.thread, at: time) }
      change(ThreadID(process: named.process, thread: named.thread)) { timeline in
        timeline.name = named.name
        if timeline.isEmpty {
          timeline.become(record.isExecution ? .running : .unknown, at: time)
        } else if record.isExecution, timeline.state == .gone {
          timeline.become(.running, at: time)
        }
      }
    case .throttle: throttles += 1
    default: break
    }
  }

  /// Notes whether a thread is LTTng's, by its name and that of its process or program at that time.
  private mutating func note(name: String, of id: ThreadID) {
    if name == KernelName.frozenCopy { copies.insert(id) }
    let first = threads[ThreadID(process: id.process, thread: id.process)]?.name
    let file = stacks.program(of: id.process)?.path.split(separator: "/").last.map(String.init)
    let isOfTracer = [first, file].compactMap { $0 }
      .contains { KernelName.isOfTracer(name, process: $0) }
    if isOfTracer, id.thread != id.process { ofTracer.insert(id) } else { ofTracer.remove(id) }
  }

  /// Ends all threads of a process but the one that executes another program.
  ///
  /// Any thread that does so goes on under the number of the first one, and no record marks the end of its old number.
  private mutating func endOthers(of process: Int32, than thread: Int32, at time: UInt64) {
    for member in members[process] ?? [] where member != thread {
      change(ThreadID(process: process, thread: member)) { timeline in
        if timeline.state != .gone { timeline.become(.gone, at: time) }
      }
    }
    members[process] = [thread]
  }

  /// The name of a thread, with what the kernel has cut off as far as it is known.
  package func name(of timeline: ThreadTimeline) -> String {
    let process = threads[ThreadID(process: timeline.process, thread: timeline.process)]?.name
    let program = stacks.program(of: timeline.process)?.path
    let whole = process.flatMap { name in program.flatMap { KernelName.program($0, cutTo: name) } }
    return KernelName.thread(timeline.name, of: whole ?? process)
  }

  private mutating func change(_ id: ThreadID, _ body: (inout ThreadTimeline) -> Void) {
    // 0 stands for the kernel's own threads, -1 for one that has ended meanwhile.
    guard id.process > 0, id.thread > 0 else { return }
    let count = threads.count
    body(&threads[id, default: ThreadTimeline(process: id.process, thread: id.thread)])
    if threads.count > count { members[id.process, default: []].append(id.thread) }
  }
}
