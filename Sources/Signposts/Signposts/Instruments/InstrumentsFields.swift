#if canImport(os)
/// Fields of one interval or event; here each is told by itself, as those of `LTTng/FieldList.swift` are told in one event.
package struct FieldList: ~Copyable {
  fileprivate let id: SignpostID
  fileprivate private(set) var told: ToldFields?

  fileprivate init(of id: SignpostID, notIn told: ToldFields?) {
    self.id = id
    self.told = told
  }

  private static func hash(_ text: String) -> UInt64 {
    UInt64(truncatingIfNeeded: text.hashValue)
  }

  package mutating func append(_ key: String, integer value: Int64) {
    if told?.note(Self.hash(key), .bits(of: value)) == false { return }
    Signposter.emitField(key: key, integer: value, of: id)
  }

  package mutating func append(_ key: String, float value: Double) {
    if told?.note(Self.hash(key), .bits(of: value)) == false { return }
    Signposter.emitField(key: key, float: value, of: id)
  }

  package mutating func append(_ key: String, boolean value: Bool) {
    if told?.note(Self.hash(key), .bits(of: value)) == false { return }
    Signposter.emitField(key: key, boolean: value, of: id)
  }

  package mutating func append(_ key: String, text value: String) {
    if told?.note(Self.hash(key), Self.hash(value)) == false { return }
    Signposter.emitField(key: key, text: value, of: id)
  }
}

extension Signposter {
  @discardableResult
  package static func emitFields(
    of id: SignpostID,
    notIn told: ToldFields? = nil,
    _ add: (inout FieldList) -> Void
  ) -> ToldFields? {
    var list = FieldList(of: id, notIn: told)
    add(&list)
    return list.told
  }
}
#endif
