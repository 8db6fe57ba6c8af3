import CommandRunning
import Foundation
import Glibc
import ProcessLaunching

/// The tracepoints of LTTng that a program was compiled with, whether it comes by them or not.
package enum ProgramTracepoints {
  /// Those of a target: of a command's program and its libraries, or of all that a process has loaded.
  ///
  /// What a command starts besides isn't looked into, and LTTng's own tracepoints are left out.
  ///
  /// - Complexity: Proportional to the sizes of the files.
  /// - Returns: `PROVIDER:NAME` of each, in the order of the names; none where nothing could be read.
  package static func names(of target: RecordingTarget) async -> [String] {
    let files: [String] =
      switch target {
      case .command(let words): await programFiles(of: words.first ?? "")
      case .process(let id): loadedFiles(of: id)
      }
    let names = files.flatMap { ELFTracepoints(file: $0)?.names ?? [] }
    return Set(names).filter { !$0.hasPrefix("lttng_ust") }.sorted()
  }

  /// The options of `hamon record` for some tracepoints, a pattern a provider.
  package static func options(for names: [String]) -> String {
    Set(names.map { $0.prefix { $0 != ":" } }).sorted().map { "--event '\($0):*'" }
      .joined(separator: " ")
  }

  /// Whether a pattern of `lttng enable-event`, in which a star is any text, means a tracepoint.
  package static func matches(_ pattern: String, _ name: String) -> Bool {
    unsafe fnmatch(pattern, name, 0) == 0
  }

  private static func programFiles(of program: String) async -> [String] {
    guard let path = try? ExecutableSearch.path(of: program) else { return [] }
    return [path] + (await ForkTracing.libraries(of: path))
  }

  private static func loadedFiles(of process: Int32) -> [String] {
    guard let maps = ProcessFile.contents("/proc/\(process)/maps") else { return [] }
    let paths = String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }
    return Set(paths).filter { !$0.hasPrefix("/dev/") }.sorted()
  }
}

/// The tracepoints that an ELF file defines: `struct lttng_ust_tracepoint` and what it points to.
///
/// Source: lttng/ust-tracepoint.h of lttng-ust 2.13; the System V ABI's chapter on object files.
struct ELFTracepoints {
  /// `PROVIDER:NAME` of each.
  let names: [String]

  /// A section, as far as it is needed here.
  private struct Section {
    let name: String
    /// 4 of relocations, 8 of memory that isn't in the file.
    let type: Int
    let address: Int
    let offset: Int
    let size: Int
    let link: Int
  }

  /// Reads a file; `nil` if it is none of 64 bits and this machine's byte order, or is damaged.
  init?(file: String) {
    // Mapped: a library may be large, and a few pages of it are read.
    guard let data = try? Data(contentsOf: URL(filePath: file), options: .alwaysMapped),
      let names = Self.names(in: data)
    else { return nil }
    self.names = names
  }

  private static func names(in data: Data) -> [String]? {
    // 0x7F "ELF", 64 bits, little-endian.
    guard data.prefix(6).elementsEqual([0x7F, 0x45, 0x4C, 0x46, 2, 1]),
      let sections = sections(of: data)
    else { return nil }
    guard let pointers = sections.first(where: { $0.name == "lttng_ust_tracepoints_ptrs" }) else {
      return []
    }
    let relocated = relocations(of: sections, in: data)
    func offset(of address: Int) -> Int? {
      sections.first { section in
        section.type != 8 && section.address > 0
          && (section.address..<section.address + section.size).contains(address)
      }.map { $0.offset + address - $0.address }
    }
    func pointer(at address: Int) -> Int? {
      if let target = relocated[address], target != 0 { return target }
      return offset(of: address).flatMap { number(data, $0, bytes: 8) }
    }
    func text(at address: Int) -> String? {
      pointer(at: address).flatMap(offset).flatMap { string(data, $0) }
    }
    return stride(from: 0, to: pointers.size - 7, by: 8).compactMap { place in
      guard let tracepoint = pointer(at: pointers.address + place), tracepoint > 0,
        // After the structure's size, its first two pointers.
        let provider = text(at: tracepoint + 8), let name = text(at: tracepoint + 16)
      else { return nil }
      return "\(provider):\(name)"
    }
  }

  /// The pointers that are written when the file is loaded, by the place: a program that is loaded anywhere has them as addends,
  /// a library also as symbols.
  private static func relocations(of sections: [Section], in data: Data) -> [Int: Int] {
    var relocations: [Int: Int] = [:]
    for section in sections where section.type == 4 {
      for start in stride(from: section.offset, to: section.offset + section.size - 23, by: 24) {
        guard let place = number(data, start, bytes: 8),
          let symbol = number(data, start + 12, bytes: 4),
          // What isn't positive points to nothing of the file.
          let addend = number(data, start + 16, bytes: 8)
        else { continue }
        var value = 0
        if symbol > 0, sections.indices.contains(section.link) {
          let symbols = sections[section.link].offset
          value = number(data, symbols + 24 * symbol + 8, bytes: 8) ?? 0
        }
        relocations[place] = value + addend
      }
    }
    return relocations
  }

  private static func sections(of data: Data) -> [Section]? {
    guard let table = number(data, 0x28, bytes: 8), let size = number(data, 0x3A, bytes: 2),
      let count = number(data, 0x3C, bytes: 2), let names = number(data, 0x3E, bytes: 2),
      size >= 64, let texts = number(data, table + names * size + 0x18, bytes: 8)
    else { return nil }
    let sections = (0..<count).compactMap { index -> Section? in
      let start = table + index * size
      guard let name = number(data, start, bytes: 4), let type = number(data, start + 4, bytes: 4),
        let address = number(data, start + 0x10, bytes: 8),
        let offset = number(data, start + 0x18, bytes: 8),
        let bytes = number(data, start + 0x20, bytes: 8), bytes <= data.count || type == 8,
        let link = number(data, start + 0x28, bytes: 4)
      else { return nil }
      return Section(
        name: string(data, texts + name) ?? "",
        type: type,
        address: address,
        offset: offset,
        size: bytes,
        link: link
      )
    }
    return sections.count == count ? sections : nil
  }

  /// A little-endian number; `nil` where it isn't in the file, or larger than any offset.
  private static func number(_ data: Data, _ offset: Int, bytes: Int) -> Int? {
    guard offset >= 0, offset <= data.count - bytes else { return nil }
    let value = data[(data.startIndex + offset)..<(data.startIndex + offset + bytes)].reversed()
      .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return value < 1 << 48 ? Int(value) : nil
  }

  /// A terminated text of at most 256 bytes, as LTTng's names are.
  private static func string(_ data: Data, _ offset: Int) -> String? {
    guard (0..<data.count).contains(offset) else { return nil }
    let bytes = data[(data.startIndex + offset)...].prefix(256).prefix { $0 != 0 }
    return String(bytes: bytes, encoding: .utf8)
  }
}
