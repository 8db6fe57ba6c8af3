import Foundation

/// A layout that a cache knows.
final class RememberedLayout: Sendable {
  let key: LayoutsCacheKey
  let frames: [CGRect]

  init(key: LayoutsCacheKey, frames: [CGRect]) {
    self.key = key
    self.frames = frames
  }
}
