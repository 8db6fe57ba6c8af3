#if canImport(os)
/// Fields of one interval or event; here each is told by itself, as those of `LTTng/FieldList.swift` are told in one event.
package struct FieldList: ~Copyable {
  fileprivate let id: SignpostID

  package mutating func append(_ key: String, integer value: Int64) {
    Signposter.emitField(key: key, integer: value, of: id)
  }

  package mutating func append(_ key: String, float value: Double) {
    Signposter.emitField(key: key, float: value, of: id)
  }

  package mutating func append(_ key: String, boolean value: Bool) {
    Signposter.emitField(key: key, boolean: value, of: id)
  }

  package mutating func append(_ key: String, text value: String) {
    Signposter.emitField(key: key, text: value, of: id)
  }
}

extension Signposter {
  package static func emitFields(of id: SignpostID, _ add: (inout FieldList) -> Void) {
    var list = FieldList(id: id)
    add(&list)
  }
}
#endif
