import Foundation
import Glibc

/// What a recording is called at a relay daemon.
public struct RelayedSession: Sendable, Equatable {
  /// The relay daemon, as `HOST:PORT`.
  public var relay: String

  /// The name of the machine that records, which the relay daemon knows the session by too.
  public var host: String

  /// The session's name: of the program, the time and the recorder, so that no two are the same.
  public var name: String

  /// Names a session.
  ///
  /// - Parameters:
  ///   - address: The relay daemon.
  ///   - program: What is recorded.
  init(at address: RelayAddress, program: String) {
    relay = "\(address.bracketedHost):\(address.port)"
    var bytes = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    gethostname(&bytes, bytes.count - 1)
    host = String(
      decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
      as: UTF8.self
    )
    let base = program.split(separator: "/").last ?? "program"
    let plain = base.unicodeScalars.prefix(40).map { scalar in
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
      return isPlain || scalar == "." || scalar == "_" ? Character(scalar) : "-"
    }
    let time = TraceDirectory.defaultName(at: Date()).dropFirst("trace-".count)
    name = "\(String(plain))-\(time)-\(getpid())"
  }
}
