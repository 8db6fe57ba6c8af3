import CommandRunning
import Foundation
package import ObjectFiles
package import SampleFiles
package import SuiteErrors

/// Finds the functions of all sampled addresses on the machine that ran the programs, and writes them next to the samples.
package struct SymbolSearch: Sendable {
  private let directory: SampleDirectory
  private let hasLines: Bool

  /// Creates a search for the addresses of a folder.
  ///
  /// - Parameters:
  ///   - directory: The folder.
  ///   - hasLines: Whether to ask `llvm-symbolizer` for lines and inlined functions; without it functions have the names of symbol tables.
  package init(_ directory: SampleDirectory, hasLines: Bool = true) {
    self.directory = directory
    self.hasLines = hasLines
  }

  /// Reads the samples, and writes the file of symbols.
  ///
  /// - Returns: What is unknown, a line each.
  /// - Throws: `SuiteError` if the samples can't be read, or the file can't be written.
  package func run() async throws(SuiteError) -> [String] {
    let (symbols, notices) = try await Self.symbols(
      ofSamplesIn: [directory],
      hasLines: hasLines
    )
    try SampleDirectory.write(symbols.text.utf8, to: directory.symbols)
    return notices
  }

  /// Finds the functions of several recordings, those of the same program or library at once.
  ///
  /// - Parameters:
  ///   - directories: The recordings; nothing is written there.
  ///   - hasLines: Whether to ask `llvm-symbolizer`.
  /// - Returns: The symbols, and what is unknown, a line each.
  /// - Throws: `SuiteError` if samples can't be read.
  package static func symbols(
    ofSamplesIn directories: [SampleDirectory],
    hasLines: Bool = true
  ) async throws(SuiteError) -> (symbols: SampleSymbols, notices: [String]) {
    var all = SampledAddresses()
    for directory in directories {
      var addresses = SampledAddresses()
      _ = try PerfDataFile(path: directory.data).read { record, _ in addresses.take(record) }
      addresses.epoch = directory.epoch
      all.merge(addresses)
    }
    var (symbols, notices) = await symbols(
      of: all.byObject.sorted { $0.key.path < $1.key.path }.map { key, part in
        let object = object(path: key.path, buildID: key.buildID, in: part.process)
        return (object, Set(part.offsets.map { object.address(ofOffset: $0) }))
      },
      hasLines: hasLines
    )
    if !all.kernel.isEmpty {
      if let kernel = ListedSymbols.kernel {
        symbols.add(kernel.object(.kernel, all.kernel))
      } else {
        notices.append(
          "the kernel: its functions are told as one, for /proc/kallsyms shows no addresses (kernel.kptr_restrict)"
        )
      }
    }
    for (process, addresses) in all.generated {
      do throws(SuiteError) {
        let map = try ListedSymbols.generated(by: process, since: all.begins[process])
        if let map { symbols.add(map.object(.generated(by: process), addresses)) }
      } catch {
        notices.append("\(error)")
      }
    }
    return (symbols, notices)
  }

  /// Finds the functions at addresses of programs and libraries.
  ///
  /// - Parameters:
  ///   - objects: The files, from ``object(path:buildID:in:)``, each with addresses as in the file.
  ///   - hasLines: Whether to ask `llvm-symbolizer`.
  /// - Returns: The symbols, and what is unknown, a line each.
  package static func symbols(
    of objects: [(object: SampleSymbols.Object, addresses: Set<UInt64>)],
    hasLines: Bool = true
  ) async -> (symbols: SampleSymbols, notices: [String]) {
    var symbols = SampleSymbols()
    var notices: [String] = []
    var symbolizer: Symbolizer?
    do throws(SuiteError) {
      if hasLines { symbolizer = try Symbolizer() }
    } catch {
      notices.append("\(error)")
    }
    for (object, addresses) in objects {
      var object = object
      switch object.state {
      case .gone:
        notices.append("\(object.path): it is gone, so its functions are told as one")
      case .changed:
        notices.append(
          "\(object.path): it is another build than the one that ran, so its functions are told as one"
        )
      default: break
      }
      if object.state == .found, let symbolizer {
        do throws(SuiteError) {
          let found = try await symbolizer.places(ofOwn: addresses, program: object.file)
          let begins = try await begins(of: found.values.joined(), object, symbolizer)
          for (address, places) in found {
            let frames = frames(of: places, in: object.path, begins)
            if !frames.isEmpty { object.frames[address] = frames }
          }
        } catch {
          notices.append("\(object.path): \(error)")
        }
      }
      if object.state == .found { nameByFile(addresses, in: &object) }
      symbols.add(object)
    }
    return (symbols, notices)
  }

  /// Names what nobody else has named: by the file's symbols, or else by where a function begins and between which others that is.
  private static func nameByFile(
    _ addresses: Set<UInt64>,
    in object: inout SampleSymbols.Object
  ) {
    let unnamed = addresses.filter { object.frames[$0] == nil }
    guard !unnamed.isEmpty, let file = ELFFile(path: object.file) else { return }
    let known = FileSymbols(file)
    for address in unnamed {
      guard let symbol = known.symbol(at: address) else { continue }
      let place = Symbolizer.Place(function: CxxSymbol.readable(symbol.name))
      let found = frames(of: [place], in: object.path)
      if !found.isEmpty { object.frames[address] = found }
    }
    let starts = file.functionStarts(of: unnamed.filter { object.frames[$0] == nil })
    let library = URL(filePath: object.path).lastPathComponent
    for (address, start) in starts {
      let neighbours = known.neighbours(of: start)
      let (before, after) = (
        neighbours.before.map(shownNeighbour), neighbours.after.map(shownNeighbour)
      )
      let place =
        switch (before, after) {
        case (let before?, let after?): " (between \(before) and \(after))"
        case (let before?, nil): " (behind \(before))"
        case (nil, let after?): " (before \(after))"
        case (nil, nil): ""
        }
      let name = "\(library)+0x\(String(start, radix: 16))\(place)"
      object.frames[address] = [SampleSymbols.Frame(function: name, file: "", line: 0)]
    }
  }

  private static func shownNeighbour(_ symbol: String) -> String {
    FunctionName.shown(symbol: CxxSymbol.readable(symbol))
  }

  /// The lines at which the closures of a file begin, by their symbols: what the compiler makes of one, to call it, has none.
  private static func begins(
    of places: some Sequence<Symbolizer.Place>,
    _ object: SampleSymbols.Object,
    _ symbolizer: Symbolizer
  ) async throws(SuiteError) -> [String: (file: String, line: Int)] {
    var begins: [String: (file: String, line: Int)] = [:]
    var closures: Set<String> = []
    for place in places {
      guard let closure = FunctionName.closure(of: place.function) else { continue }
      if let begin = place.begin { begins[closure] = begin } else { closures.insert(closure) }
    }
    closures.subtract(begins.keys)
    guard !closures.isEmpty, let file = ELFFile(path: object.file) else { return begins }
    let known = FileSymbols(file).addresses(ofFunctions: closures)
    let found = try await symbolizer.places(ofOwn: Set(known.values), program: object.file)
    for (closure, address) in known { begins[closure] = found[address]?.last?.begin }
    return begins
  }

  private static func frames(
    of places: [Symbolizer.Place],
    in path: String,
    _ begins: [String: (file: String, line: Int)] = [:]
  ) -> [SampleSymbols.Frame] {
    places.filter { !$0.function.isEmpty && $0.function != "??" }.map { place in
      let name = FunctionName(
        symbol: place.function,
        object: path,
        isOfSystem: SystemObject.contains(path)
      )
      return SampleSymbols.Frame(
        function: FunctionName.shown(
          symbol: place.function,
          begin: FunctionName.closure(of: place.function).flatMap { begins[$0] }
        ),
        // For a symbol table this is a name of the linker's.
        file: place.line > 0 && place.file != "??" ? place.file : "",
        line: place.line,
        written: name.isWritten ? name.text : nil
      )
    }
  }

  /// Whether a mapping has no file: `[vdso]`, `//anon`, `/memfd:jit (deleted)`.
  fileprivate static func isMemory(_ path: String) -> Bool {
    !path.hasPrefix("/")
      || ["//", "/memfd:", "/dev/zero", "/SYSV"].contains(where: path.hasPrefix)
  }

  /// The description of a mapped file.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - buildID: That of the file that ran.
  ///   - process: One that has mapped it, perhaps in a container, where other files are; `nil` if unknown.
  /// - Returns: The description, with where the file can be read now.
  package static func object(
    path: String,
    buildID: BuildID?,
    in process: Int32? = nil
  ) -> SampleSymbols.Object {
    guard !isMemory(path) else {
      return SampleSymbols.Object(path: path, buildID: buildID, state: .memory)
    }
    var here = SampleSymbols.Object(path: path, buildID: buildID, state: .gone)
    let inside = process.map { "/proc/\($0)/root\(path)" }
    for place in [inside, path].compactMap({ $0 }) {
      guard let file = ELFFile(path: place) else { continue }
      let ran = buildID.map { id in file.buildID.map(id.matches) ?? false } ?? true
      var object = SampleSymbols.Object(
        path: path,
        buildID: buildID,
        state: ran ? .found : .changed
      )
      object.file = place
      object.segments = ran ? file.segments : []
      if ran { return object }
      here = object
    }
    return here
  }
}

extension SampleDirectory {
  /// What added to a time of the samples gives the time since the Unix epoch; `nil` if that wasn't written.
  fileprivate var epoch: Int64? {
    let text = FileManager.default.contents(atPath: description) ?? Data()
    return SamplingDescription(String(decoding: text, as: UTF8.self))?.epoch
  }
}

/// The sampled places in files and in other memory.
private struct SampledAddresses {
  struct Part {
    var offsets: Set<UInt64> = []
    /// The process that was sampled there last.
    var process: Int32 = 0
  }

  private var spaces = AddressSpaces()
  private(set) var byObject: [SampleSymbols.Key: Part] = [:]
  private(set) var kernel: Set<UInt64> = []
  /// In no file: code that a process has made itself.
  private(set) var generated: [Int32: Set<UInt64>] = [:]
  /// When processes began, as far as that was recorded: in nanoseconds since the Unix epoch, once that of the clock is known.
  private(set) var begins: [Int32: Int64] = [:]
  /// Added to a recorded time, gives that since the Unix epoch.
  var epoch: Int64? {
    didSet { begins = epoch.map { epoch in begins.mapValues { $0 &+ epoch } } ?? [:] }
  }
  private var seen: [Int32: Set<UInt64>] = [:]

  mutating func take(_ record: PerfRecord) {
    if let process = spaces.take(record) { seen[process] = nil }
    if record.isExecution {
      begins[record.process] = Int64(clamping: record.time)
      // The list is of what the process executes now.
      generated[record.process] = nil
    }
    guard record.kind == .sample else { return }
    SampledStack.forEachAddress(of: record) { take($0, in: record.process) }
  }

  private mutating func take(_ address: UInt64, in process: Int32) {
    guard seen[process, default: []].insert(address).inserted else { return }
    if PerfRecord.isOfKernel(address) {
      kernel.insert(address)
      return
    }
    guard let place = spaces.place(of: address, in: process) else {
      generated[process, default: []].insert(address)
      return
    }
    let key = SampleSymbols.Key(path: place.mapping.path, buildID: place.mapping.buildID)
    byObject[key, default: Part()].offsets.insert(place.offset)
    byObject[key]?.process = process
    if SymbolSearch.isMemory(key.path) { generated[process, default: []].insert(address) }
  }

  /// Adds those of another recording, whose processes are others even where their numbers are the same.
  mutating func merge(_ other: SampledAddresses) {
    byObject.merge(other.byObject) {
      Part(offsets: $0.offsets.union($1.offsets), process: $1.process)
    }
    kernel.formUnion(other.kernel)
    generated.merge(other.generated) { $0.union($1) }
    begins.merge(other.begins) { $1 }
  }
}
