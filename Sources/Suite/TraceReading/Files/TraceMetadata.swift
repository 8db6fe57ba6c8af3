import CTFPackets
import Foundation

/// The file `metadata` of a trace, checked before the library gets it.
///
/// LTTng writes it in packets. libbabeltrace2 2.0.4 loops forever if one of them announces more than the file has, so it must never see
/// such a file; the whole part of it is rewritten as plain text, which CTF allows too.
struct TraceMetadata {
  /// The trace's identity, if the metadata is in packets.
  let uuid: [UInt8]?

  /// Whether the header of the streams' packets is known: for traces that LTTng wrote.
  let hasKnownPackets: Bool

  /// The declarations in the packets, if the metadata is in packets.
  let text: Data?

  /// The fault of the file.
  let fault: TraceReadingError?

  /// The whole declarations of a damaged file.
  let repairedText: Data?

  /// A header is the magic number, the UUID, a checksum, the sizes of the content and of the packet
  /// in bits (4 bytes each), then five single bytes.
  private static let headerSize = 37
  private static let magic: UInt64 = 0x75D1_1D57
  private static let signature = Data("/* CTF 1.8 */\n".utf8)

  init(path: String) throws(TraceReadingError) {
    // SAFETY: the path is a string for the call.
    guard unsafe access(path, R_OK) == 0, let data = FileManager.default.contents(atPath: path)
    else {
      throw TraceReadingError(.unreadable, path: path, problem: "cannot be read")
    }
    let bytes = [UInt8](data)
    let isBigEndian = bytes.integer(at: 0, byteCount: 4, isBigEndian: true) == Self.magic
    guard isBigEndian || bytes.integer(at: 0, byteCount: 4, isBigEndian: false) == Self.magic else {
      uuid = nil
      hasKnownPackets = PacketHeader.isDescribed(by: data)
      repairedText = nil
      text = nil
      // The library judges text without packets, but not an empty one.
      fault =
        data.allSatisfy { $0 <= UInt8(ascii: " ") }
        ? TraceReadingError(.truncated, path: path, problem: "the file is empty") : nil
      return
    }
    uuid = bytes.count >= 20 ? Array(bytes[4..<20]) : nil
    let (text, packetProblem) = Self.text(of: bytes, isBigEndian: isBigEndian)
    self.text = text
    hasKnownPackets = PacketHeader.isDescribed(by: text)
    let length = Self.lengthOfWholeDeclarations(in: text)
    let isWhole = text.dropFirst(length).allSatisfy { $0 <= UInt8(ascii: " ") }
    guard
      let problem = packetProblem
        ?? (isWhole || !hasKnownPackets
          ? nil : (.truncated, "the file ends in the middle of a declaration"))
    else {
      fault = nil
      repairedText = nil
      return
    }
    fault = TraceReadingError(problem.code, path: path, problem: problem.text)
    let whole = text.prefix(length)
    repairedText = whole.starts(with: Self.signature) ? whole : Self.signature + whole
  }

  /// Whether two directories hold parts of one trace: LTTng writes the same declarations into each, and only ever appends.
  ///
  /// The library ends the process if the same trace is declared in two ways.
  func declaresTheSame(as other: TraceMetadata) -> Bool {
    guard let text, let otherText = other.text, uuid == other.uuid else { return false }
    return text.starts(with: otherText) || otherText.starts(with: text)
  }

  private static func text(
    of bytes: [UInt8],
    isBigEndian: Bool
  ) -> (text: Data, problem: (code: TraceReadingError.Code, text: String)?) {
    var text = Data()
    var offset = 0
    while offset < bytes.count {
      func field(_ position: Int) -> Int {
        Int(bytes.integer(at: offset + position, byteCount: 4, isBigEndian: isBigEndian))
      }
      let available = bytes.count - offset
      guard available >= headerSize else {
        return (text, (.truncated, "the file ends after \(bytes.count) bytes, inside a packet"))
      }
      let contentSize = field(24) / 8
      let packetSize = field(28) / 8
      guard field(0) == Int(magic), field(24) % 8 == 0, field(28) % 8 == 0,
        contentSize >= headerSize, packetSize >= contentSize
      else {
        return (text, (.corrupt, "the packet at byte \(offset) has a damaged header"))
      }
      text += Data(bytes[offset + headerSize..<offset + min(contentSize, available)])
      guard packetSize <= available else {
        return (text, (.truncated, "the file ends after \(bytes.count) bytes, inside a packet"))
      }
      offset += packetSize
    }
    return (text, nil)
  }

  /// The length up to where every brace is closed: a truncated declaration would make the library refuse all of them.
  private static func lengthOfWholeDeclarations(in text: Data) -> Int {
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    var isComment = false
    var previous: UInt8 = 0
    var length = 0
    for (position, byte) in text.enumerated() {
      defer { previous = byte }
      if isComment {
        isComment = !(previous == UInt8(ascii: "*") && byte == UInt8(ascii: "/"))
        continue
      }
      if isQuoted {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isQuoted = true
      case UInt8(ascii: "*") where previous == UInt8(ascii: "/"): isComment = true
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ";") where depth == 0: length = position + 1
      default: break
      }
    }
    return length
  }
}
