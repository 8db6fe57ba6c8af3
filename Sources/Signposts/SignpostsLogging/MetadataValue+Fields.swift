import Logging
import Signposts

extension Logger.MetadataValue {
  /// Emits the value as text fields: one, or one for each value in it.
  func emit(key: String, of id: SignpostID) {
    switch self {
    case .string(let text): Signposter.emitField(key: key, text: text, of: id)
    case .stringConvertible(let value):
      Signposter.emitField(key: key, text: value.description, of: id)
    case .dictionary(let values):
      for (subkey, value) in values { value.emit(key: "\(key).\(subkey)", of: id) }
    case .array(let values):
      for (index, value) in values.enumerated() { value.emit(key: "\(key).\(index)", of: id) }
    }
  }
}
