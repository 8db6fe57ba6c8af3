package import SampleFiles
package import TraceReading

/// The addresses of functions that the tasks of a trace name, by file.
package struct TaskAddresses {
  private typealias Place = TaskRecorder.Key

  private let catalog: TraceCatalog
  private var modules: [Int: [TraceModule]] = [:]
  private var seen: Set<Place> = []
  /// A cache of recent addresses: there are few, and each comes often.
  private var recent = [Place](repeating: Place(process: -1, number: 0), count: 64)

  /// Whether the trace has events of tasks.
  package private(set) var hasTasks = false
  /// Why the hooks did nothing in a process, a line each.
  package private(set) var problems: [String] = []

  /// Creates an empty collection for the events of a reader.
  package init(catalog: TraceCatalog) { self.catalog = catalog }

  package mutating func take(_ event: TraceEvent) {
    guard case .task(let task) = event.payload else { return }
    hasTasks = true
    let process = event.processIndex
    switch task {
    case .site(let site):
      for address in [site.function] + site.callers { add(address, process) }
    case .pause(let pause):
      for address in [pause.function, pause.caller, pause.outer] { add(address, process) }
    case .resume(_, _, let caller), .cancel(_, _, let caller): add(caller, process)
    case .loadModule(let module): modules[process, default: []].append(module)
    case .findRuntime(_, let problem):
      let text = catalog.string(problem)
      if !text.isEmpty {
        problems.append(
          "\(catalog.processes[process].name ?? "a process"): no tasks of it: \(text)"
        )
      }
    default: break
    }
  }

  private mutating func add(_ address: UInt64, _ process: Int) {
    let place = Place(process: process, number: address)
    let slot = Int(truncatingIfNeeded: address >> 2 ^ address >> 9) & 63
    guard address != 0, recent[slot] != place else { return }
    recent[slot] = place
    seen.insert(place)
  }

  /// The addresses by file, as the file itself counts them.
  package var objects: [SampleSymbols.Key: Set<UInt64>] {
    var objects: [SampleSymbols.Key: Set<UInt64>] = [:]
    for place in seen {
      guard let module = TaskSymbols.module(of: place.number, in: modules[place.process] ?? [])
      else { continue }
      objects[TaskSymbols.key(of: module, catalog), default: []]
        .insert(place.number &- module.bias)
    }
    return objects
  }
}
