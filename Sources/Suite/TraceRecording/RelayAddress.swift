import Glibc

/// Where an lttng-relayd listens.
public struct RelayAddress: Sendable, Equatable {
  /// What is spoken at a port; lttng-relayd has one for each.
  public enum Service: Sendable, Equatable {
    /// Traces are sent to it.
    case traces

    /// Traces are followed at it as they grow.
    case live

    /// The port that lttng-relayd has unless it is told otherwise.
    var standardPort: UInt16 { self == .traces ? 5342 : 5344 }
  }

  /// A name or an address, an IPv6 one without brackets.
  public let host: String

  /// The port; of ``Service/traces`` the one for control.
  public let port: UInt16

  private let service: Service

  /// Reads `HOST`, `HOST:PORT`, `[IPV6]` or `[IPV6]:PORT`; `nil` for anything else.
  ///
  /// - Parameters:
  ///   - text: What was written.
  ///   - service: What is to be done there.
  public init?(_ text: String, for service: Service) {
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

  /// As LTTng's and babeltrace2's URLs have it.
  public var bracketedHost: String { host.contains(":") ? "[\(host)]" : host }

  /// For `lttng create --set-url`: the data go to the port after that for control.
  var tracesURL: String {
    "\(host.contains(":") ? "net6" : "net")://\(bracketedHost):\(port):\(port + 1)"
  }

  /// Tries whether anybody listens.
  ///
  /// LTTng itself makes a session for an address where nobody is, and loses its events.
  ///
  /// - Throws: `RecordingError.relayUnreachable` with the system's reason.
  public func check() throws(RecordingError) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &list)
    guard code == 0 else { throw unreachable(String(cString: gai_strerror(code))) }
    defer { freeaddrinfo(list) }
    var reason = "no address"
    var next = list
    while let address = next?.pointee {
      guard let refusal = Self.refusal(of: address) else { return }
      reason = refusal
      next = address.ai_next
    }
    throw unreachable(reason)
  }

  private func unreachable(_ reason: String) -> RecordingError {
    .relayUnreachable("\(bracketedHost):\(port)", isLive: service == .live, reason: reason)
  }

  private static func refusal(of address: addrinfo) -> String? {
    let descriptor = socket(
      address.ai_family,
      address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue),
      address.ai_protocol
    )
    guard descriptor >= 0 else { return RecordingError.reason(errno) }
    defer { close(descriptor) }
    if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return nil }
    guard errno == EINPROGRESS else { return RecordingError.reason(errno) }
    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard Glibc.poll(&poll, 1, 5000) == 1 else { return RecordingError.reason(ETIMEDOUT) }
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
    return code == 0 ? nil : RecordingError.reason(code)
  }
}
