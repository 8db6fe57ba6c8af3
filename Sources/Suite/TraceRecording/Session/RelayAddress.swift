import Foundation
import Glibc

/// Where an lttng-relayd listens.
package struct RelayAddress: Sendable, Equatable {
  /// A protocol of lttng-relayd, which has a port for each.
  package enum Service: Sendable, Equatable {
    /// Traces are sent to it.
    case traces

    /// Growing traces are read from it.
    case live

    /// The default port of lttng-relayd.
    var standardPort: UInt16 { self == .traces ? 5342 : 5344 }
  }

  /// A name or an address, IPv6 without brackets.
  package let host: String

  /// The port; for ``Service/traces`` the one for control.
  package let port: UInt16

  private let service: Service

  /// Reads `HOST`, `HOST:PORT`, `[IPV6]` or `[IPV6]:PORT`; `nil` for anything else.
  ///
  /// - Parameters:
  ///   - text: The address.
  ///   - service: What it is used for.
  package init?(_ text: String, for service: Service) {
    guard let match = text.wholeMatch(of: /(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::(\d+))?/),
      let host = match.1 ?? match.2
    else { return nil }
    if let digits = match.3 {
      guard let port = UInt16(digits), port > 0, port < .max else { return nil }
      self.port = port
    } else {
      port = service.standardPort
    }
    self.host = String(host)
    self.service = service
  }

  /// In the form of LTTng's and babeltrace2's URLs.
  package var bracketedHost: String { host.contains(":") ? "[\(host)]" : host }

  /// For `lttng create --set-url`: the data go to the port after the one for control.
  var tracesURL: String {
    "\(host.contains(":") ? "net6" : "net")://\(bracketedHost):\(port):\(port + 1)"
  }

  /// Checks that a daemon listens.
  ///
  /// LTTng itself creates a session even for an address where nobody listens, and loses its events.
  ///
  /// - Throws: `RecordingError` with the system's reason.
  package func check() throws(RecordingError) {
    // SAFETY: getaddrinfo makes a list that ends with `nil`; it lives until it is freed at the end.
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(host, String(port), &hints, &list)
    guard code == 0 else { throw unreachable(unsafe String(cString: gai_strerror(code))) }
    defer { unsafe freeaddrinfo(list) }
    var reason = "no address"
    var next = unsafe list
    while let address = unsafe next?.pointee {
      guard let refusal = unsafe Self.refusal(of: address) else { return }
      reason = refusal
      unsafe next = address.ai_next
    }
    throw unreachable(reason)
  }

  private func unreachable(_ reason: String) -> RecordingError {
    RecordingError(
      "relay \(bracketedHost):\(port)",
      "cannot be reached: \(reason)",
      remedy: "start one there: lttng-relayd"
        + (service == .live ? " --live-port=tcp://0.0.0.0:5344" : "")
    )
  }

  private static func refusal(of address: addrinfo) -> String? {
    // SAFETY: the address is one of a list of getaddrinfo, which knows its size.
    let descriptor = unsafe socket(
      address.ai_family,
      address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue),
      address.ai_protocol
    )
    guard descriptor >= 0 else { return RecordingError.reason(errno) }
    defer { close(descriptor) }
    if unsafe connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return nil }
    guard errno == EINPROGRESS else { return RecordingError.reason(errno) }
    guard poll(descriptor, for: POLLOUT, milliseconds: 5000) else {
      return RecordingError.reason(ETIMEDOUT)
    }
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    // SAFETY: the option is one `Int32`, as the length says.
    unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
    return code == 0 ? nil : RecordingError.reason(code)
  }
}

/// The names under which a relay daemon knows a recording.
package struct RelayedSession: Sendable, Equatable {
  /// The relay daemon, as `HOST:PORT`.
  package var relay: String

  /// The name of the recording machine, part of the session's identity at the relay daemon.
  package var host: String

  /// The session's name, unique: it has the program, the time and the recorder.
  package var name: String

  /// Names a session.
  ///
  /// - Parameters:
  ///   - address: The relay daemon.
  ///   - program: The recorded program.
  init(at address: RelayAddress, program: String) {
    relay = "\(address.bracketedHost):\(address.port)"
    var bytes = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    // SAFETY: writes at most the given number of bytes, before the last 0.
    unsafe gethostname(&bytes, bytes.count - 1)
    host = String(
      decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
      as: UTF8.self
    )
    let base = program.split(separator: "/").last ?? "program"
    let plain = base.unicodeScalars.prefix(40).map { scalar in
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
      return isPlain || scalar == "." || scalar == "_" ? Character(scalar) : "-"
    }
    let time = RecordingDirectory.defaultName(at: Date()).dropFirst("trace-".count)
    name = "\(String(plain))-\(time)-\(getpid())"
  }
}
