import Foundation
import Glibc

/// A process that is still told apart when its id has been given to another one.
struct ProcessIdentity: Sendable, Equatable, Codable {
  var id: Int32

  /// When it was started, in clock ticks after the boot.
  var start: UInt64

  /// The boot that it was started in.
  var boot: String

  /// Identifies a process.
  ///
  /// - Parameter id: Its id; there is none for a process that has ended.
  init?(_ id: Int32) {
    guard let start = Self.fields(of: id).flatMap({ $0.count > 19 ? UInt64($0[19]) : nil }) else {
      return nil
    }
    self.id = id
    self.start = start
    boot = Self.currentBoot
  }

  /// Whether it runs; a zombie doesn't.
  var isRunning: Bool {
    ProcessIdentity(id) == self && Self.fields(of: id)?.first.map { $0 != "Z" && $0 != "X" } == true
  }

  /// LTTng's other programs in its session (setsid).
  ///
  /// The id of a session that has members is given to no process; if one has it, they have ended.
  var companions: [Int32] {
    guard boot == Self.currentBoot, [nil, self].contains(ProcessIdentity(id)) else { return [] }
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap { Int32($0) }.filter { member in
      guard member != id, let fields = Self.fields(of: member), fields.count > 3 else {
        return false
      }
      return Int32(fields[3]) == id && fields[0] != "Z" && Self.name(of: member).hasPrefix("lttng-")
    }
  }

  private static func name(of id: Int32) -> String {
    let bytes = FileManager.default.contents(atPath: "/proc/\(id)/comm") ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// /proc/ID/stat from the third field on, the state: the second one may hold anything.
  private static func fields(of id: Int32) -> [Substring]? {
    guard let bytes = FileManager.default.contents(atPath: "/proc/\(id)/stat") else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    return text[text.index(after: end)...].split(whereSeparator: \.isWhitespace)
  }

  private static let currentBoot: String = {
    let bytes = FileManager.default.contents(atPath: "/proc/sys/kernel/random/boot_id") ?? Data()
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }()
}
