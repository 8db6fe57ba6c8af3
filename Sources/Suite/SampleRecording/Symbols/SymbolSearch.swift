import CommandRunning
import Foundation
package import ObjectFiles
package import SampleFiles
package import SuiteErrors

/// Finds the functions of all sampled addresses on the machine that ran the programs, and writes them next to the samples.
package struct SymbolSearch: Sendable {
  private let directory: SampleDirectory

  /// Creates a search for the addresses of a folder.
  package init(_ directory: SampleDirectory) { self.directory = directory }

  /// Reads the samples, and writes the file of symbols.
  ///
  /// - Returns: What is unknown, a line each.
  /// - Throws: `SuiteError` if the samples can't be read, or the file can't be written.
  package func run() async throws(SuiteError) -> [String] {
    let (symbols, notices) = try await Self.symbols(ofSamplesIn: [directory])
    try SampleDirectory.write(symbols.text.utf8, to: directory.symbols)
    return notices
  }

  /// Finds the functions of several recordings, those of the same program or library at once.
  ///
  /// - Parameter directories: The recordings; nothing is written there.
  /// - Returns: The symbols, and what is unknown, a line each.
  /// - Throws: `SuiteError` if samples can't be read.
  package static func symbols(
    ofSamplesIn directories: [SampleDirectory]
  ) async throws(SuiteError) -> (symbols: SampleSymbols, notices: [String]) {
    var byObject: [SampleSymbols.Key: Set<UInt64>] = [:]
    for directory in directories {
      var addresses = SampledAddresses()
      _ = try PerfDataFile(path: directory.data).read { record, _ in addresses.take(record) }
      byObject.merge(addresses.byObject) { $0.union($1) }
    }
    return await symbols(
      of: byObject.sorted { $0.key.path < $1.key.path }.map { key, offsets in
        let object = object(path: key.path, buildID: key.buildID)
        return (object, Set(offsets.map { object.address(ofOffset: $0) }))
      }
    )
  }

  /// Finds the functions at addresses of programs and libraries.
  ///
  /// - Parameter objects: The files, from ``object(path:buildID:)``, each with addresses as in the file.
  /// - Returns: The symbols, and what is unknown, a line each.
  package static func symbols(
    of objects: [(object: SampleSymbols.Object, addresses: Set<UInt64>)]
  ) async -> (symbols: SampleSymbols, notices: [String]) {
    var symbols = SampleSymbols()
    var notices: [String] = []
    let symbolizer: Symbolizer?
    do throws(SuiteError) {
      symbolizer = try Symbolizer()
    } catch {
      symbolizer = nil
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
          for (address, places) in try await symbolizer.places(
            ofOwn: addresses,
            program: object.path
          ) {
            let frames = frames(of: places, in: object.path)
            if !frames.isEmpty { object.frames[address] = frames }
          }
        } catch {
          notices.append("\(object.path): \(error)")
        }
      }
      if object.state == .found {
        let unnamed = addresses.filter { object.frames[$0] == nil }
        for (address, start) in ELFFile(path: object.path)?.functionStarts(of: unnamed) ?? [:] {
          let name = "\(URL(filePath: object.path).lastPathComponent)+0x\(String(start, radix: 16))"
          object.frames[address] = [SampleSymbols.Frame(function: name, file: "", line: 0)]
        }
      }
      symbols.add(object)
    }
    return (symbols, notices)
  }

  private static func frames(
    of places: [Symbolizer.Place],
    in path: String
  ) -> [SampleSymbols.Frame] {
    places.filter { !$0.function.isEmpty && $0.function != "??" }.map { place in
      let name = FunctionName(
        symbol: place.function,
        object: path,
        isOfSystem: SystemObject.contains(path)
      )
      return SampleSymbols.Frame(
        function: FunctionName.shown(symbol: place.function),
        // For a symbol table this is a name of the linker's.
        file: place.line > 0 && place.file != "??" ? place.file : "",
        line: place.line,
        written: name.isWritten ? name.text : nil
      )
    }
  }

  /// Whether a mapping has no file: `[vdso]`, `//anon`, `/memfd:jit (deleted)`.
  private static func isMemory(_ path: String) -> Bool {
    !path.hasPrefix("/")
      || ["//", "/memfd:", "/dev/zero", "/SYSV"].contains(where: path.hasPrefix)
  }

  /// The description of a mapped file.
  package static func object(path: String, buildID: BuildID?) -> SampleSymbols.Object {
    func object(
      _ state: SampleSymbols.State,
      _ buildID: BuildID? = buildID
    ) -> SampleSymbols.Object {
      SampleSymbols.Object(path: path, buildID: buildID, state: state)
    }
    guard !isMemory(path) else { return object(.memory) }
    guard let file = ELFFile(path: path) else { return object(.gone) }
    if let ran = buildID, let found = file.buildID, !ran.matches(found) {
      return object(.changed)
    }
    if buildID != nil, file.buildID == nil { return object(.changed) }
    var whole = object(.found)
    whole.segments = file.segments
    return whole
  }
}

/// The sampled places in files.
private struct SampledAddresses {
  private var spaces = AddressSpaces()
  private(set) var byObject: [SampleSymbols.Key: Set<UInt64>] = [:]
  private var seen: [Int32: Set<UInt64>] = [:]

  mutating func take(_ record: PerfRecord) {
    if let process = spaces.take(record) { seen[process] = nil }
    guard record.kind == .sample else { return }
    SampledStack.forEachAddress(of: record) { address in
      guard seen[record.process, default: []].insert(address).inserted,
        let place = spaces.place(of: address, in: record.process)
      else { return }
      let key = SampleSymbols.Key(path: place.mapping.path, buildID: place.mapping.buildID)
      byObject[key, default: []].insert(place.offset)
    }
  }
}
