import Signposts
import Tracing

extension SpanAttribute {
  /// Emits the attribute as a field of the nearest type; arrays as text.
  func emit(key: String, of id: SignpostID) {
    switch self {
    case .int32(let value): Signposter.emitField(key: key, integer: Int64(value), of: id)
    case .int64(let value): Signposter.emitField(key: key, integer: value, of: id)
    case .double(let value): Signposter.emitField(key: key, float: value, of: id)
    case .bool(let value): Signposter.emitField(key: key, boolean: value, of: id)
    case .string(let value): Signposter.emitField(key: key, text: value, of: id)
    case .stringConvertible(let value):
      Signposter.emitField(key: key, text: value.description, of: id)
    case .int32Array(let values): Signposter.emitField(key: key, text: "\(values)", of: id)
    case .int64Array(let values): Signposter.emitField(key: key, text: "\(values)", of: id)
    case .doubleArray(let values): Signposter.emitField(key: key, text: "\(values)", of: id)
    case .boolArray(let values): Signposter.emitField(key: key, text: "\(values)", of: id)
    case .stringArray(let values): Signposter.emitField(key: key, text: "\(values)", of: id)
    case .stringConvertibleArray(let values):
      Signposter.emitField(key: key, text: "\(values.map(\.description))", of: id)
    default:
      // The one case that is left bears no value; cases to come are better seen than dropped.
      Signposter.emitField(key: key, text: "\(self)", of: id)
    }
  }
}
