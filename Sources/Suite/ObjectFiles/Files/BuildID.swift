/// The identity of one build of a program or library: the note that linkers write.
package struct BuildID: Sendable, Hashable, CustomStringConvertible {
  package let bytes: [UInt8]

  /// Creates an id from the bytes of the note; `nil` if there are none.
  package init?(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, bytes.contains(where: { $0 != 0 }) else { return nil }
    self.bytes = bytes
  }

  package init?(_ text: Substring) {
    var bytes: [UInt8] = []
    var rest = text
    while rest.count >= 2 {
      guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    guard rest.isEmpty else { return nil }
    self.init(bytes)
  }

  package var description: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Whether both are of the same build: the kernel pads short ones with zeros, and tells no more than 20 bytes of long ones.
  package func matches(_ other: BuildID) -> Bool {
    let (one, two) = (bytes.prefix(Self.told), other.bytes.prefix(Self.told))
    let (short, long) = one.count < two.count ? (one, two) : (two, one)
    return long.starts(with: short) && long.dropFirst(short.count).allSatisfy { $0 == 0 }
  }

  private static let told = 20
}
