/// A router for those who mustn't keep it from going away.
@MainActor
final class RouterReference {
  weak var router: Router?

  nonisolated init() {}
}
