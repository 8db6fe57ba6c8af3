extension HeapTypes {
  /// A part of a block with a name.
  struct Part {
    let name: String
    let type: SwiftType
    let offset: Int
  }

  func parts(ofClass address: UInt64) -> [Part] {
    if let parts = partsByType[address] { return parts }
    let parts = metadata.fields(ofClass: address).map {
      Part(name: $0.name, type: $0.type, offset: $0.offset)
    }
    partsByType[address] = parts
    return parts
  }

  func setOwnership(of type: HeapType, _ parts: [Part]) {
    partsByType[type.metadata] = parts
    let size = min(max(type.instanceSize, parts.last.map { $0.offset + 64 } ?? 0), 1 << 16)
    let all = (0..<size / 8).map { spot(in: parts, at: 8 * $0).ownership }
    if all.contains(where: { $0 != .strong }) { type.ownership = all }
  }

  private func spot(in parts: [Part], at offset: Int) -> TypeLayouts.Spot {
    guard let part = parts.last(where: { $0.offset <= offset }) else { return TypeLayouts.Spot() }
    var spot = layouts.spot(in: part.type, at: offset - part.offset)
    if !part.name.isEmpty { spot.path.insert(part.name, at: 0) }
    return spot
  }

  // MARK: - Captures

  /// The types of what a closure has captured; `nil` if the compiler has told none.
  ///
  /// Source: include/swift/RemoteInspection/Records.h of swiftlang/swift, "CaptureDescriptor".
  private func captures(_ address: UInt64) -> [SwiftType]? {
    guard let description = image.pointer(at: address + 16), description != 0, description & 3 == 0,
      let count: UInt32 = image.load(description), count < 256
    else { return nil }
    return (0..<UInt64(count)).map { number in
      guard let name = image.relative(at: description + 12 + 4 * number) else { return .unknown }
      return MangledType.read(at: name, in: image, metadata.contexts)
    }
  }

  /// Whether it is the value of an indirect case, and no closure's, which has captured its values one by one.
  func isOneTuple(_ address: UInt64) -> Bool {
    if let captures = captures(address), captures.count == 1, case .tuple = captures[0] {
      true
    } else {
      false
    }
  }

  func addCaptures(to type: HeapType) {
    guard let captures = captures(type.metadata) else { return }
    var sum = TypeLayouts.Layout(
      size: Int(image.load(type.metadata + 8) ?? UInt32(16)),
      alignment: 8
    )
    var parts: [Part] = []
    for capture in captures {
      guard let layout = layouts.layout(of: capture) else { break }
      let offset = sum.append(layout)
      let text =
        type.kind == .closure ? "capture of \(capture.referenced)" : "\(capture.referenced)"
      parts.append(Part(name: text, type: capture, offset: offset))
    }
    setOwnership(of: type, parts)
  }

  // MARK: - Names of references

  /// The name of a reference from a block of a type, such as `Session.state.delegate`.
  ///
  /// - Parameters:
  ///   - number: The type's.
  ///   - slot: Where the reference is in such a block.
  ///   - element: The number of the element that it is in, if known.
  /// - Returns: The type, and the fields that lead there.
  func label(_ number: Int, _ slot: ReferenceSlot, element: Int? = nil) -> String {
    let type = all[number]
    if type.kind == .cxx { return "\(type.name)+\(8 * slot.word)" }
    let path: [String]
    var index = ""
    if slot.isTail {
      switch type.tail {
      case .elements(_, _, let element): path = layouts.spot(in: element, at: 8 * slot.word).path
      case .table(let key, _, let value, _):
        path = layouts.spot(in: slot.isValue ? value : key, at: 8 * slot.word).path
      case .nothing: path = []
      }
      let part = type.kind == .dictionary ? (slot.isValue ? "value" : "key") : ""
      index = "[\(element.map { "\($0)" } ?? part)]"
    } else {
      path = spot(in: partsByType[type.metadata] ?? [], at: 8 * slot.word).path
      if type.kind == .closure || type.kind == .box, let capture = path.first {
        return "\(type.name) (\(capture))" + path.dropFirst().map { ".\($0)" }.joined()
      }
    }
    return type.name + index + path.map { ".\($0)" }.joined()
  }
}

extension SwiftType {
  /// The type that a reference leads to.
  fileprivate var referenced: SwiftType {
    if case .reference(let type, _) = self { type.referenced } else { self }
  }
}
