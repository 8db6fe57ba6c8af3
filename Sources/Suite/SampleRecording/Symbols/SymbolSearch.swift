import CostAttribution
import Foundation
package import SampleFiles
package import SuiteErrors

/// Finds the functions of all sampled addresses, where the programs and libraries are that ran, and writes them beside the samples.
package struct SymbolSearch: Sendable {
  private let directory: SampleDirectory

  /// Searches for the addresses of a folder.
  package init(_ directory: SampleDirectory) { self.directory = directory }

  /// Reads the samples, and writes the file of symbols.
  ///
  /// - Returns: What can't be told, a line each.
  /// - Throws: `SuiteError` where the samples can't be read, or the file can't be written.
  package func run() async throws(SuiteError) -> [String] {
    let file = try PerfDataFile(path: directory.data)
    var addresses = SampledAddresses()
    _ = file.read { record, _ in addresses.take(record) }
    var symbols = SampleSymbols()
    var notices: [String] = []
    let symbolizer: Symbolizer?
    do throws(SuiteError) {
      symbolizer = try Symbolizer()
    } catch {
      symbolizer = nil
      notices.append("\(error)")
    }
    for (key, offsets) in addresses.byObject.sorted(by: { $0.key.path < $1.key.path }) {
      var object = Self.object(key)
      switch object.state {
      case .gone:
        notices.append("\(key.path): it is gone; its functions are told by their addresses")
      case .changed:
        notices.append(
          "\(key.path): it is another build than the one that ran; its functions are told by their addresses"
        )
      default: break
      }
      if object.state == .found, let symbolizer {
        let own = Set(offsets.map { object.address(ofOffset: $0) })
        do throws(SuiteError) {
          for (address, places) in try await symbolizer.places(ofOwn: own, program: key.path) {
            let frames = places.filter { !$0.function.isEmpty && $0.function != "??" }.map {
              place in
              SampleSymbols.Frame(
                function: FunctionName.shown(symbol: place.function),
                // A table of symbols has a name of the linker's there.
                file: place.line > 0 && place.file != "??" ? place.file : "",
                line: place.line
              )
            }
            if !frames.isEmpty { object.frames[address] = frames }
          }
        } catch {
          notices.append("\(key.path): \(error)")
        }
      }
      symbols.add(object)
    }
    do {
      try Data(symbols.text.utf8).write(to: URL(filePath: directory.symbols))
    } catch {
      throw SuiteError(
        directory.symbols,
        "it can't be written (\(error.localizedDescription))",
        remedy: "record into a directory that has room"
      )
    }
    return notices
  }

  /// What a file is that was mapped.
  private static func object(_ key: SampledAddresses.Key) -> SampleSymbols.Object {
    func object(
      _ state: SampleSymbols.State,
      _ buildID: BuildID? = key.buildID
    ) -> SampleSymbols.Object {
      SampleSymbols.Object(path: key.path, buildID: buildID, state: state)
    }
    // "[vdso]", "//anon", "/memfd:..."
    guard key.path.hasPrefix("/"), !key.path.hasPrefix("//") else { return object(.memory) }
    guard let file = ELFObject(path: key.path) else { return object(.gone) }
    if let ran = key.buildID, let found = file.buildID, !ran.matches(found) {
      return object(.changed)
    }
    if key.buildID != nil, file.buildID == nil { return object(.changed) }
    var whole = object(.found)
    whole.segments = file.segments
    return whole
  }
}

/// The places in files that were sampled.
private struct SampledAddresses {
  struct Key: Hashable {
    let path: String
    let buildID: BuildID?
  }

  private var spaces = AddressSpaces()
  private(set) var byObject: [Key: Set<UInt64>] = [:]
  private var seen: [Int32: Set<UInt64>] = [:]

  mutating func take(_ record: PerfRecord) {
    if let process = spaces.take(record) { seen[process] = nil }
    guard record.kind == .sample else { return }
    SampledStack.forEachAddress(of: record) { address in
      guard seen[record.process, default: []].insert(address).inserted,
        let place = spaces.place(of: address, in: record.process)
      else { return }
      let key = Key(path: place.mapping.path, buildID: place.mapping.buildID)
      byObject[key, default: []].insert(place.offset)
    }
  }
}
