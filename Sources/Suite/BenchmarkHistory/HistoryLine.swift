import FoundationEssentials

/// A line of a file of the history: an entry as a JSON object.
struct HistoryLine: Codable {
  /// The version that this code writes, and the newest it reads.
  ///
  /// It stands in each line, because a merge puts lines of several versions into one file. It grows
  /// when a reader of the version before would misunderstand a line.
  static let currentVersion = 1

  let version: Int
  let commit: String
  let date: Date
  let suite: String
  let row: String
  let metric: HistoryMetric
  let floor: String?
  let value: Double
  let low: Double?
  let high: Double?
  let unit: String
  let cpu: String
  let toolchain: String

  /// What can be read of a line whatever its version.
  private struct Header: Decodable {
    let version: Int
  }

  /// What a line holds.
  enum Content {
    case entry(HistoryEntry)
    case unreadable(HistoryWarning.Reason)
  }

  init(_ entry: HistoryEntry) {
    version = Self.currentVersion
    commit = entry.commit
    date = entry.date
    suite = entry.suite
    row = entry.row
    metric = entry.metric
    floor = entry.floor
    value = entry.value
    low = entry.low
    high = entry.high
    unit = entry.unit
    cpu = entry.machine.cpuModel
    toolchain = entry.machine.toolchain
  }

  private var entry: HistoryEntry {
    HistoryEntry(
      commit: commit,
      date: date,
      suite: suite,
      row: row,
      metric: metric,
      floor: floor,
      value: value,
      interval: low.flatMap { low in high.map { (low: low, high: $0) } },
      unit: unit,
      machine: MachineFingerprint(cpuModel: cpu, toolchain: toolchain)
    )
  }

  /// Reads a line, without the newline at its end.
  static func read(_ line: some DataProtocol & Sendable) -> Content {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let data = Data(line)
    if let line = try? decoder.decode(HistoryLine.self, from: data), line.version <= currentVersion
    {
      return .entry(line.entry)
    }
    do {
      let version = try decoder.decode(Header.self, from: data).version
      if version > currentVersion { return .unreadable(.newerVersion(version)) }
      return .unreadable(
        .damaged("it lacks something, or something in it is not what it should be")
      )
    } catch DecodingError.dataCorrupted {
      return .unreadable(.damaged("it is cut or is not JSON"))
    } catch {
      return .unreadable(.damaged("it has no version"))
    }
  }

  /// Writes lines, each with a newline at its end.
  ///
  /// - Throws: What the encoder throws; it takes finite numbers only.
  static func write(_ entries: [HistoryEntry]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    // The same entry is the same line, so that a merge of the same on two branches is no conflict.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var data = Data()
    for entry in entries {
      data += try encoder.encode(HistoryLine(entry))
      data.append(UInt8(ascii: "\n"))
    }
    return data
  }
}
