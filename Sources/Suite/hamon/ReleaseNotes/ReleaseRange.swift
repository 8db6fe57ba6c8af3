import ArgumentParser
import SuiteErrors

/// The two commits between which something is told, as `v1.0..v1.1`.
struct ReleaseRange: Equatable, ExpressibleByArgument {
  let base: String
  let head: String

  init(base: String, head: String) { (self.base, self.head) = (base, head) }

  /// Reads `A..B`; without `B` it is `HEAD`, and so it is after `A` alone.
  init?(argument: String) {
    guard !argument.contains("..."), let end = argument.firstRange(of: "..") else {
      guard !argument.isEmpty, !argument.contains("..") else { return nil }
      self.init(base: argument, head: "HEAD")
      return
    }
    let (base, head) = (argument[..<end.lowerBound], argument[end.upperBound...])
    guard !base.isEmpty, !head.contains("..") else { return nil }
    self.init(base: String(base), head: head.isEmpty ? "HEAD" : String(head))
  }

  /// The range since the last tag, or if `HEAD` has a tag, from the one before to that.
  static func sinceLastTag(
    in repository: GateRepository
  ) async throws(SuiteError) -> ReleaseRange {
    func tag(of revision: String) async -> String? {
      let words = ["describe", "--tags", "--abbrev=0", revision]
      return try? await GateRepository.git(words, in: repository.package)
    }
    guard let last = await tag(of: "HEAD") else { throw noTag("there is no tag in it") }
    guard try await repository.commit(last) == repository.commit("HEAD") else {
      return ReleaseRange(base: last, head: "HEAD")
    }
    guard let before = await tag(of: "HEAD^") else {
      throw noTag("there is no tag before \(last), which is its commit")
    }
    return ReleaseRange(base: before, head: last)
  }

  private static func noTag(_ problem: String) -> SuiteError {
    SuiteError(
      "HEAD",
      problem,
      remedy: "give what to compare, such as v1.0..v1.1, or fetch the tags (git fetch --tags)"
    )
  }
}
