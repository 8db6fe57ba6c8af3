import Signposts
import Tracing

extension SpanAttributes {
  /// Emits each attribute as a field, unless others have it with the same value.
  func emit(of id: SignpostID, prefix: String = "", unlessIn others: SpanAttributes = [:]) {
    // They are no sequence.
    // swift-format-ignore: ReplaceForEachWithForLoop
    self.forEach { key, value in
      if others.get(key) == value { return }
      value.emit(key: prefix.isEmpty ? key : prefix + key, of: id)
    }
  }
}
