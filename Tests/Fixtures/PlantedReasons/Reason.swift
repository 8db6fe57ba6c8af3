import Dispatch
import Foundation
import Signposts

let signposter = Signposter(subsystem: "planted", category: "reasons")

/// Something slow.
enum Reason {
  case thread(@Sendable () -> Void)
  case task(@Sendable () async -> Void)

  func start(in group: DispatchGroup) {
    group.enter()
    switch self {
    case .thread(let body):
      Thread.detachNewThread {
        body()
        group.leave()
      }
    case .task(let body):
      Task.detached {
        await body()
        group.leave()
      }
    }
  }
}
