import CMachine
import Foundation
import Glibc
import ObjectFiles
import SampleFiles

/// What is known of the code of processes, for who looks for callers: read when it is first needed.
struct UnwindRules {
  enum Call {
    case none, indirect
    case direct(UInt64)
  }

  /// What is known of an instruction.
  struct Entry {
    let rule: UnwindRule?
    /// Whether it belongs to the library that hamon has loaded into the program.
    let isOwn: Bool
    /// Whether it belongs to the library that runs Swift's tasks.
    let isOfTasks: Bool
    /// The beginning of its function, if that is asynchronous and keeps its task's context below its frame record.
    let asynchronous: UInt64?
  }

  private struct Object {
    let table: UnwindTable
    let segments: [ELFFile.Segment]
  }

  /// How many instructions of a process are remembered.
  private static let remembered = 1 << 16

  private var entries: [Int32: [UInt64: Entry]] = [:]
  private var calls: [Int32: [UInt64: Call]] = [:]
  private var resumptions: [Int32: [UInt64: Bool]] = [:]
  private var running: [Int32: [UInt64: UnwindRule?]] = [:]
  private var heights: [Int32: [UInt64: Int?]] = [:]
  /// `nil` for files without a table, and for those that aren't what the program has loaded.
  private var objects: [SampleSymbols.Key: Object?] = [:]

  /// Forgets a process whose code has changed, or that has ended.
  mutating func forget(_ process: Int32) {
    entries[process] = nil
    calls[process] = nil
    resumptions[process] = nil
    running[process] = nil
    heights[process] = nil
  }

  mutating func entry(at address: UInt64, of process: Int32, in code: AddressSpaces) -> Entry {
    if let known = entries[process]?[address] { return known }
    if (entries[process]?.count ?? 0) >= Self.remembered { entries[process] = nil }
    let place = code.place(of: address, in: process)
    let found = place.flatMap { located($0) }
    let path = place?.mapping.path ?? ""
    let entry = Entry(
      rule: found.flatMap { $0.object.table.rule(at: $0.address) },
      isOwn: path.hasSuffix("/\(SampleDirectory.libraryName)"),
      isOfTasks: path.hasSuffix("/libswift_Concurrency.so"),
      asynchronous: found.flatMap { asynchronous($0, at: address, of: process) }
    )
    entries[process, default: [:]][address] = entry
    return entry
  }

  /// The rule at an instruction that a thread executes next; `nil` if unknown.
  ///
  /// Swift describes no function that can't end by an error. Where one calls another it keeps a frame pointer; elsewhere its instructions
  /// tell.
  mutating func runningRule(
    at address: UInt64,
    _ entry: Entry,
    of process: Int32
  ) -> UnwindRule? {
    #if arch(x86_64)
    if let rule = entry.rule, rule.frameEnd != .register(.rsp, 16) { return rule }
    if let known = running[process]?[address] { return known }
    if (running[process]?.count ?? 0) >= Self.remembered { running[process] = nil }
    var instructions = Self.instructions(of: process)
    let rule =
      entry.rule.map { instructions.rule(atFraming: address) ?? $0 }
      ?? instructions.rule(at: address)
    running[process, default: [:]][address] = .some(rule)
    return rule
    #else
    return entry.rule
    #endif
  }

  /// How far above the stack pointer the function at an address keeps its frame pointer; `nil` if unknown.
  mutating func frameHeight(
    at address: UInt64,
    of process: Int32,
    in code: AddressSpaces
  ) -> Int? {
    #if arch(x86_64)
    if let known = heights[process]?[address] { return known }
    if (heights[process]?.count ?? 0) >= Self.remembered { heights[process] = nil }
    var instructions = Self.instructions(of: process)
    let height = start(of: address, of: process, in: code)
      .flatMap { instructions.frameHeight(from: $0, to: address) }
    heights[process, default: [:]][address] = .some(height)
    return height
    #else
    return nil
    #endif
  }

  private static func instructions(of process: Int32) -> FrameInstructions {
    FrameInstructions { address in
      var bytes = [UInt8](repeating: 0, count: 256)
      // SAFETY: the array has so many bytes.
      let count = unsafe cmachine_read_memory(process, address, &bytes, bytes.count)
      return Array(bytes.prefix(count))
    }
  }

  /// The beginning of the function at an address; `nil` if unknown.
  mutating func start(of address: UInt64, of process: Int32, in code: AddressSpaces) -> UInt64? {
    guard let found = code.place(of: address, in: process).flatMap({ located($0) }),
      let start = found.object.table.start(of: found.address)
    else { return nil }
    return address &- found.address &+ start
  }

  /// The beginning of the asynchronous function at an address, as the process has it in memory.
  private func asynchronous(
    _ found: (object: Object, address: UInt64),
    at address: UInt64,
    of process: Int32
  ) -> UInt64? {
    let start = found.object.table.start(of: found.address)
    // Functions that can't end by an error have no description.
    let first = start ?? found.object.table.end(ofFunctionBefore: found.address)
    let bias = address &- found.address
    let last = start.map { $0 &+ bias } ?? address
    let keeper = cmachine_context_keeper(process, first &+ bias, last)
    return keeper == 0 ? nil : keeper
  }

  /// Whether an asynchronous function may go on at an address.
  mutating func isResumption(_ address: UInt64, of process: Int32, in code: AddressSpaces) -> Bool {
    if let known = resumptions[process]?[address] { return known }
    if (resumptions[process]?.count ?? 0) >= Self.remembered { resumptions[process] = nil }
    let isOne =
      code.contains(address, of: process)
      && (start(of: address, of: process, in: code) == address
        || cmachine_may_resume(process, address))
    resumptions[process, default: [:]][address] = isOne
    return isOne
  }

  /// The call behind which an address is, as the process has it in memory.
  mutating func call(before address: UInt64, in process: Int32) -> Call {
    if let call = calls[process]?[address] { return call }
    if (calls[process]?.count ?? 0) >= Self.remembered { calls[process] = nil }
    var target: UInt64 = 0
    // SAFETY: the number outlives the call.
    let call: Call =
      switch unsafe cmachine_call_before(process, address, &target) {
      case cmachine_direct_call: .direct(target)
      case cmachine_indirect_call: .indirect
      default: .none
      }
    calls[process, default: [:]][address] = call
    return call
  }

  private mutating func located(
    _ place: AddressSpaces.Place
  ) -> (object: Object, address: UInt64)? {
    guard let object = object(of: place.mapping) else { return nil }
    return object.segments.address(ofOffset: place.offset).map { (object, $0) }
  }

  private mutating func object(of mapping: SampledMapping) -> Object? {
    let key = SampleSymbols.Key(path: mapping.path, buildID: mapping.buildID)
    if let known = objects[key] { return known }
    var file: ELFFile?
    if mapping.path == "[vdso]" {
      file = Self.vdso()
    } else {
      let object = SymbolSearch.object(
        path: mapping.path,
        buildID: mapping.buildID,
        in: mapping.process
      )
      if object.state == .found { file = ELFFile(path: object.file) }
    }
    let found = file.flatMap { file in
      UnwindTable(file).map { Object(table: $0, segments: file.segments) }
    }
    objects[key] = .some(found)
    return found
  }

  /// The code that the kernel brings into each program, the same into all of 64 bits.
  private static func vdso() -> ELFFile? {
    let mappings = LoadedCode.mappings(of: getpid())
    guard let own = mappings.first(where: { $0.path == "[vdso]" }) else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(own.end - own.begin))
    // SAFETY: the array has so many bytes.
    let count = unsafe cmachine_read_memory(getpid(), own.begin, &bytes, bytes.count)
    return ELFFile(Data(bytes.prefix(count)))
  }
}
