import CommandRunning
import Foundation
import Glibc
import ObjectFiles
import ProcessLaunching

/// The LTTng tracepoints compiled into a program, whether it uses them or not.
package enum ProgramTracepoints {
  /// The tracepoints of a target: of a command's program and its libraries, or of all files that a process has loaded.
  ///
  /// Other programs that a command starts aren't searched, and LTTng's own tracepoints are left out.
  ///
  /// - Complexity: Proportional to the sizes of the files.
  /// - Returns: `PROVIDER:NAME` of each, sorted; none if nothing could be read.
  package static func names(of target: RecordingTarget) async -> [String] {
    let files: [String] =
      switch target {
      case .command(let words): await programFiles(of: words.first ?? "")
      case .process(let id): loadedFiles(of: id)
      }
    let names = files.flatMap { ELFTracepoints(file: $0)?.names ?? [] }
    return Set(names).filter { !$0.hasPrefix("lttng_ust") }.sorted()
  }

  /// The options of `hamon record` for some tracepoints, one pattern per provider.
  package static func options(for names: [String]) -> String {
    Set(names.map { $0.prefix { $0 != ":" } }).sorted().map { "--event '\($0):*'" }
      .joined(separator: " ")
  }

  /// Whether a pattern of `lttng enable-event`, in which a star is any text, matches a tracepoint.
  package static func matches(_ pattern: String, _ name: String) -> Bool {
    unsafe fnmatch(pattern, name, 0) == 0
  }

  private static func programFiles(of program: String) async -> [String] {
    guard let path = try? ExecutableSearch.path(of: program) else { return [] }
    return [path] + (await ForkTracing.libraries(of: path))
  }

  private static func loadedFiles(of process: Int32) -> [String] {
    let paths = Set((ProcessFile.mappings(of: process) ?? []).map(\.path))
    return paths.filter { $0.hasPrefix("/") && !$0.hasPrefix("/dev/") }.sorted()
  }
}

/// The tracepoints that an ELF file defines: `struct lttng_ust_tracepoint` and the texts that it points to.
///
/// Source: lttng/ust-tracepoint.h of lttng-ust 2.13; the System V ABI's chapter on object files.
struct ELFTracepoints {
  private let file: ELFFile
  private let sections: [ELFFile.Section]

  /// Reads a file; `nil` if `ELFFile` can't.
  init?(file path: String) {
    guard let file = ELFFile(path: path) else { return nil }
    self.file = file
    sections = file.sections
  }

  /// `PROVIDER:NAME` of each.
  var names: [String] {
    guard let pointers = sections.first(where: { $0.name == "lttng_ust_tracepoints_ptrs" }) else {
      return []
    }
    let relocated = relocations
    func offset(of address: Int) -> Int? {
      sections.first { section in
        section.type != 8 && section.address > 0
          && (section.address..<section.address + section.size).contains(address)
      }.map { $0.offset + address - $0.address }
    }
    func pointer(at address: Int) -> Int? {
      if let target = relocated[address], target != 0 { return target }
      return offset(of: address).map(file.long)
    }
    func text(at address: Int) -> String? {
      pointer(at: address).flatMap(offset).map { file.text(at: $0) }
    }
    return stride(from: 0, to: pointers.size - 7, by: 8).compactMap { place in
      guard let tracepoint = pointer(at: pointers.address + place), tracepoint > 0,
        // After the structure's size come its first two pointers.
        let provider = text(at: tracepoint + 8), let name = text(at: tracepoint + 16)
      else { return nil }
      return "\(provider):\(name)"
    }
  }

  /// The pointers that loading fills in, by place: a position-independent program has them as addends, a library also as symbols.
  private var relocations: [Int: Int] {
    var relocations: [Int: Int] = [:]
    for section in sections where section.type == 4 {
      for start in stride(from: section.offset, to: section.offset + section.size - 23, by: 24) {
        let symbol = file.word(at: start + 12)
        var value = 0
        if symbol > 0, sections.indices.contains(section.link) {
          value = file.long(at: sections[section.link].offset + 24 * symbol + 8)
        }
        // An addend that isn't positive points outside the file.
        relocations[file.long(at: start)] = value + file.long(at: start + 16)
      }
    }
    return relocations
  }
}
