public import FoundationEssentials

extension DestinationCatalog {
  /// Writes a tree as a link, such as `shop://open/tabs(home*/item=42,search)`.
  ///
  /// The path of the link is the root. A destination is the name of its type; then `=` and its name, if that differs, or `@` and its
  /// number; then `;` and its context as JSON, if it has one. Its only child, if active, follows after `/`; other children stand in
  /// parentheses, separated by commas, the active one with a star. All other characters are percent-encoded. An empty tree has no path.
  ///
  /// - Parameters:
  ///   - tree: The tree to write.
  ///   - base: Scheme and host of the link.
  /// - Returns: The link.
  /// - Throws: `NavigationCodingError`, what contexts throw.
  public func url(for tree: NavigationTree, base: URL) throws -> URL {
    var path = ""
    var rest: [(node: NavigationNode?, before: String, after: String)] = []
    if let root = tree.root { rest.append((root, "/", "")) }
    while let (node, before, after) = rest.popLast() {
      path += before
      guard let node else { continue }
      path += try segment(node.destination) + after
      if node.children.count == 1, let only = node.activeChild {
        rest.append((only, "/", ""))
      } else if !node.children.isEmpty {
        rest.append((nil, ")", ""))
        for (place, child) in node.children.enumerated().reversed() {
          rest.append((child, place == 0 ? "(" : ",", child.isActive ? "*" : ""))
        }
      }
    }
    var components = URLComponents(url: base, resolvingAgainstBaseURL: true)
    components?.percentEncodedPath = path
    guard let url = components?.url else {
      throw NavigationCodingError.malformedLink(path: path, offset: 0)
    }
    return url
  }

  /// Reads the tree of a link.
  ///
  /// - Throws: `NavigationCodingError`, `NavigationError.duplicate`.
  public func tree(from url: URL) throws -> NavigationTree {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let path = components?.percentEncodedPath ?? ""
    let bytes = Array(path.utf8)
    var nodes: [FlatNode] = []
    var position = bytes.first == UInt8(ascii: "/") ? 1 : 0
    guard position < bytes.count else { return NavigationTree() }
    let wrong = { (offset: Int) in
      NavigationCodingError.malformedLink(path: path, offset: offset)
    }
    var parent: Int?
    var isOnlyChild = true
    var open: [Int] = []
    var withActive: Set<Int> = []
    let marks = Set("/(),*".utf8)
    while position <= bytes.count {
      let end = bytes[position...].firstIndex(where: marks.contains) ?? bytes.count
      guard end > position else { throw wrong(position) }
      guard let segment = String(validating: bytes[position..<end], as: UTF8.self) else {
        throw wrong(position)
      }
      guard let destination = try destination(segment) else { throw wrong(position) }
      position = end
      var isActive = isOnlyChild
      if position < bytes.count, bytes[position] == UInt8(ascii: "*"), !isOnlyChild {
        guard let parent, withActive.insert(parent).inserted else { throw wrong(position) }
        isActive = true
        position += 1
      }
      nodes.append(FlatNode(destination: destination, parent: parent, isActive: isActive))
      var isClosed = false
      while position < bytes.count, bytes[position] == UInt8(ascii: ")") {
        guard open.popLast() != nil else { throw wrong(position) }
        isClosed = true
        position += 1
      }
      guard position < bytes.count else { break }
      switch bytes[position] {
      case UInt8(ascii: "/"):
        // A link may end in a slash, as addresses do.
        if position == bytes.count - 1, open.isEmpty { return try FlatNode.tree(nodes) }
        guard !isClosed else { throw wrong(position) }
        (parent, isOnlyChild) = (nodes.count - 1, true)
      case UInt8(ascii: "(") where !isClosed:
        open.append(nodes.count - 1)
        (parent, isOnlyChild) = (nodes.count - 1, false)
      case UInt8(ascii: ","):
        guard let innermost = open.last else { throw wrong(position) }
        (parent, isOnlyChild) = (innermost, false)
      default:
        throw wrong(position)
      }
      position += 1
    }
    guard open.isEmpty else { throw wrong(bytes.count) }
    return try FlatNode.tree(nodes)
  }

  private func segment(_ destination: Destination) throws -> String {
    let entry = try entry(of: destination)
    var text = Self.escape(entry.name)
    if let name = destination.userIdentifier {
      if name != entry.name { text += "=" + Self.escape(name) }
    } else if let number = destination.instanceIdentifier {
      text += "@" + number.uuidString
    }
    if let context = try encodableContext(of: destination, entry) {
      let json = try JSONEncoder().encode(context)
      text += ";" + Self.escape(String(decoding: json, as: UTF8.self))
    }
    return text
  }

  /// The destination of a segment; `nil` if it is malformed.
  private func destination(_ segment: String) throws -> Destination? {
    let parts = segment.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    let head = parts[0]
    let mark = head.firstIndex { $0 == "=" || $0 == "@" }
    guard let name = Self.unescape(head[..<(mark ?? head.endIndex)]) else {
      return nil
    }
    let entry = try entry(named: name)
    var id = Destination.ID.named(name)
    if let mark {
      let value = head[head.index(after: mark)...]
      if head[mark] == "=" {
        guard let name = Self.unescape(value) else { return nil }
        id = .named(name)
      } else {
        guard let number = UUID(uuidString: String(value)) else { return nil }
        id = .instance(number)
      }
    }
    var context: (any Sendable)?
    if parts.count > 1 {
      guard let type = entry.context, let json = Self.unescape(parts[1]) else {
        return nil
      }
      do { context = try Self.decode(type, json) } catch {
        let destination = Destination(routableType: entry.type, id: id)
        throw NavigationCodingError.malformedContext(destination, reason: "\(error)")
      }
    }
    return Destination(routableType: entry.type, contextData: context, id: id)
  }

  private static func decode<Context: Decodable & Sendable>(
    _ type: Context.Type,
    _ json: String
  ) throws -> any Sendable {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  /// Undoes `escape(_:)`; `nil` if that can't have written it.
  private static func unescape(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 2 else { return nil }
      bytes.append(UInt8(digits[0] * 16 + digits[1]))
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func escape(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var escaped = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        escaped += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return escaped
  }
}
