import FoundationEssentials
import Glibc

/// The machine of a run.
package struct MachineDescription: Codable, Equatable, Sendable {
  /// The model of the CPU, or `unknown`.
  package let cpuModel: String

  /// How many logical CPUs are online.
  package let logicalCPUs: Int

  /// How much memory the machine has, in bytes, or 0 if that is unknown.
  package let memoryBytes: UInt64

  /// The name, release and architecture of the kernel.
  package let kernel: String

  /// The name and version of the distribution, or `unknown`.
  package let operatingSystem: String
}

extension MachineDescription {
  /// Asks the kernel and the distribution about this machine.
  package static func current() -> MachineDescription {
    let cpuInfo = text(of: "/proc/cpuinfo")
    let memory = value(of: "MemTotal", in: text(of: "/proc/meminfo"), separator: ":")
    // `MemTotal:       16374508 kB`
    let kibibytes = memory?.split(separator: " ").first.flatMap { UInt64($0) } ?? 0
    let system = value(of: "PRETTY_NAME", in: text(of: "/etc/os-release"), separator: "=")
    return MachineDescription(
      // ARM kernels give no model name.
      cpuModel: value(of: "model name", in: cpuInfo, separator: ":") ?? "unknown",
      logicalCPUs: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
      memoryBytes: kibibytes * 1024,
      kernel: kernel(),
      operatingSystem: system?.trimming { $0 == "\"" } ?? "unknown"
    )
  }

  /// The load averages over 1, 5 and 15 minutes; empty if the kernel doesn't say.
  package static func loadAverages() -> [Double] {
    var averages = [0.0, 0.0, 0.0]
    // SAFETY: the array has room for the requested three.
    let count = unsafe getloadavg(&averages, 3)
    return Array(averages.prefix(max(0, Int(count))))
  }

  /// Finds a value in lines of `key<separator>value`, with blanks around the separator.
  static func value(of key: String, in text: String, separator: Character) -> String? {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: separator, maxSplits: 1)
      guard parts.count == 2, parts[0].trimming(\.isWhitespace) == key else { continue }
      return parts[1].trimming(\.isWhitespace)
    }
    return nil
  }

  private static func text(of path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  private static func kernel() -> String {
    var names = utsname()
    // SAFETY: the struct outlives the call, and each field is read within its own bytes.
    guard unsafe uname(&names) == 0 else { return "unknown" }
    func string<Tuple>(_ field: Tuple) -> String {
      unsafe withUnsafeBytes(of: field) {
        unsafe String(decoding: unsafe $0.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
    return "\(string(names.sysname)) \(string(names.release)) \(string(names.machine))"
  }
}

extension StringProtocol {
  /// Removes characters at both ends.
  fileprivate func trimming(_ isUnwanted: (Character) -> Bool) -> String {
    let start = firstIndex { !isUnwanted($0) } ?? endIndex
    let end = self[start...].lastIndex { !isUnwanted($0) }.map { index(after: $0) } ?? start
    return String(self[start..<end])
  }
}
