// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// What Signposts uses of Apple's module `os`, with the declarations that Apple documents
// (https://developer.apple.com/documentation/os/ossignposter), so that the side of Signposts which is compiled where
// `os` can be imported is type-checked and run where there is none (Tests/SignpostsTests/InstrumentsTests.swift).
// What is called is printed, a line each, instead of recorded.

public struct OSSignpostID: RawRepresentable, Comparable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public init(_ value: UInt64) { rawValue = value }

  public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
  public static let invalid = OSSignpostID(~0)
  public static let null = OSSignpostID(0)

  public static func < (a: OSSignpostID, b: OSSignpostID) -> Bool { a.rawValue < b.rawValue }
}

public class OSSignpostIntervalState: Codable, @unchecked Sendable {
  final let signpostID: UInt64

  init(id: OSSignpostID) { signpostID = id.rawValue }

  public class func beginState(id: OSSignpostID) -> OSSignpostIntervalState {
    OSSignpostIntervalState(id: id)
  }
}

public struct OSLogPrivacy: Sendable {
  let name: String
  public static var `public`: OSLogPrivacy { OSLogPrivacy(name: "public") }
  public static var `private`: OSLogPrivacy { OSLogPrivacy(name: "private") }
  public static var auto: OSLogPrivacy { OSLogPrivacy(name: "auto") }
}

public struct OSLogStringAlignment: Sendable {
  public static var none: OSLogStringAlignment { OSLogStringAlignment() }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
  var text = ""

  public init(literalCapacity: Int, interpolationCount: Int) {}

  public mutating func appendLiteral(_ literal: String) { text += literal }

  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String,
    align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    text += "<\(privacy.name) \(argumentString())>"
  }
}

public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
  let interpolation: OSLogInterpolation

  public init(stringInterpolation: OSLogInterpolation) { interpolation = stringInterpolation }

  public init(stringLiteral value: String) {
    interpolation = OSLogInterpolation(literalCapacity: 0, interpolationCount: 0)
  }
}

public typealias SignpostMetadata = OSLogMessage

public struct OSSignposter: @unchecked Sendable {
  let log: String?

  public init(subsystem: String, category: String) { log = "\(subsystem)/\(category)" }

  init() { log = nil }

  public static var disabled: OSSignposter { OSSignposter() }

  /// A last argument `--unrecorded` stands for nobody's recording.
  public var isEnabled: Bool { log != nil && CommandLine.arguments.last != "--unrecorded" }

  public func makeSignpostID() -> OSSignpostID { OSSignpostID(1) }

  public func beginInterval(
    _ name: StaticString,
    id: OSSignpostID = .exclusive
  ) -> OSSignpostIntervalState {
    tell("begin", name, id)
    return OSSignpostIntervalState(id: id)
  }

  public func beginInterval(
    _ name: StaticString,
    id: OSSignpostID = .exclusive,
    _ message: SignpostMetadata
  ) -> OSSignpostIntervalState {
    tell("begin", name, id, message)
    return OSSignpostIntervalState(id: id)
  }

  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {
    tell("end", name, OSSignpostID(state.signpostID))
  }

  public func endInterval(
    _ name: StaticString,
    _ state: OSSignpostIntervalState,
    _ message: SignpostMetadata
  ) {
    tell("end", name, OSSignpostID(state.signpostID), message)
  }

  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {
    tell("event", name, id)
  }

  public func emitEvent(
    _ name: StaticString,
    id: OSSignpostID = .exclusive,
    _ message: SignpostMetadata
  ) {
    tell("event", name, id, message)
  }

  private func tell(
    _ what: String,
    _ name: StaticString,
    _ id: OSSignpostID,
    _ message: SignpostMetadata? = nil
  ) {
    guard isEnabled else { return }
    let text = message.map { " \($0.interpolation.text)" } ?? ""
    print("\(log ?? "-") \(what) \(name) \(id.rawValue)\(text)")
  }
}
