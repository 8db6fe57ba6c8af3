import CommandRunning
import Foundation
import Glibc
import ObjectFiles
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
    let maps = ProcessFile.text("/proc/\(process)/maps") ?? ""
    let paths = maps.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }
    return Set(paths).filter { !$0.hasPrefix("/dev/") }.sorted()
  }
}

/// The tracepoints that an ELF file defines: `struct lttng_ust_tracepoint` and what it points to.
///
/// Source: lttng/ust-tracepoint.h of lttng-ust 2.13; the System V ABI's chapter on object files.
struct ELFTracepoints {
  private let file: ELFSections

  /// Reads a file; `nil` if it is none of 64 bits and this machine's byte order, or is damaged.
  init?(file path: String) {
    guard let file = ELFSections(path: path) else { return nil }
    self.file = file
  }

  /// `PROVIDER:NAME` of each.
  var names: [String] {
    guard let pointers = file.all.first(where: { $0.name == "lttng_ust_tracepoints_ptrs" }) else {
      return []
    }
    let relocated = relocations
    func offset(of address: Int) -> Int? {
      file.all.first { section in
        section.type != 8 && section.address > 0
          && (section.address..<section.address + section.size).contains(address)
      }.map { $0.offset + address - $0.address }
    }
    func pointer(at address: Int) -> Int? {
      if let target = relocated[address], target != 0 { return target }
      return offset(of: address).flatMap { file.number(at: $0, bytes: 8) }
    }
    func text(at address: Int) -> String? {
      pointer(at: address).flatMap(offset).flatMap { file.text(at: $0) }
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
  private var relocations: [Int: Int] {
    var relocations: [Int: Int] = [:]
    for section in file.all where section.type == 4 {
      for start in stride(from: section.offset, to: section.offset + section.size - 23, by: 24) {
        guard let place = file.number(at: start, bytes: 8),
          let symbol = file.number(at: start + 12, bytes: 4),
          // What isn't positive points to nothing of the file.
          let addend = file.number(at: start + 16, bytes: 8)
        else { continue }
        var value = 0
        if symbol > 0, file.all.indices.contains(section.link) {
          let symbols = file.all[section.link].offset
          value = file.number(at: symbols + 24 * symbol + 8, bytes: 8) ?? 0
        }
        relocations[place] = value + addend
      }
    }
    return relocations
  }
}
