import Foundation
import LeakChecking
import SeededRandom
import Testing

private final class Session {
  var delegate: Controller?
  var handler: (() -> Void)?
}
private final class Controller { var session: Session? }
private final class Node { var next: Node? }
/// Too large for an address that no block had before.
private final class Large {
  var own: Large?
  let room = InlineArray<5000, Int>(repeating: 0)
}
nonisolated(unsafe) private var kept: [Node] = []

/// Each leak is planted 20 times.
@Suite(.serialized) struct ExpectNoLeaksTests {
  private static let count = 20

  /// How many times a text tells a leak.
  private func count(of leak: String, in text: String) -> Int {
    text.split(separator: "\n").reduce(0) { sum, line in
      let words = line.replacing("leaked: ", with: "").split(separator: " ", maxSplits: 2)
      guard words.count == 3, words[1] == "x", words[2].hasPrefix(leak) else { return sum }
      return sum + (Int(words[0]) ?? 0)
    }
  }

  /// What a check of some code says; `nil` for nothing.
  private func issue(_ body: @escaping () -> Void) -> String? {
    nonisolated(unsafe) var text: String?
    withKnownIssue(isIntermittent: true) {
      expectNoLeaks { body() }
    } matching: { issue in
      text = issue.comments.map(\.rawValue).joined()
      return true
    }
    return text
  }

  // Where each has to be found, in processes of their own: other tests copy the stacks of all threads, and the copies hold what is there.

  @Test func `a cycle is told by its fields, with where it was made`() async {
    await #expect(processExitsWith: .success) { try ExpectNoLeaksTests().findCycles() }
  }

  private func findCycles() throws {
    let text = try #require(
      issue {
        for _ in 0..<Self.count {
          let (session, controller) = (Session(), Controller())
          session.delegate = controller
          controller.session = session
        }
      }
    )
    let found = count(of: "Controller.session -> Session.delegate: ", in: text)
    #expect(found == Self.count, "\(text)")
    #expect(text.contains("ExpectNoLeaksTests"), "\(text)")
  }

  @Test func `a closure that has captured its object is told`() throws {
    let text = try #require(
      issue {
        for _ in 0..<Self.count {
          let session = Session()
          let node = Node()
          session.handler = { _ = (session, node) }
        }
      }
    )
    #expect(text.contains("Session.handler -> closure of"), "\(text)")
    #expect(text.contains("(capture of Session)"), "\(text)")
  }

  @Test func `what goes, what is returned and what a global holds is no leak`() {
    let node = expectNoLeaks {
      let session = Session()
      session.handler = { [weak session] in _ = session }
      let first = Node()
      first.next = Node()
      kept.append(Node())
      return first
    }
    #expect(node.next != nil)
    kept = []
  }

  @Test func `what other threads and tasks have made is checked too`() async {
    await #expect(processExitsWith: .success) { try await ExpectNoLeaksTests().findLeaksOfTasks() }
  }

  private func findLeaksOfTasks() async throws {
    nonisolated(unsafe) var text: String?
    await withKnownIssue(isIntermittent: true) {
      await expectNoLeaks {
        await Task.detached {
          for _ in 0..<Self.count {
            let node = Node()
            node.next = node
          }
        }.value
      }
    } matching: { issue in
      text = issue.comments.map(\.rawValue).joined()
      return true
    }
    let said = try #require(text)
    let found = count(of: "Node.next holds its own object: ", in: said)
    #expect(found == Self.count, "\(said)")
  }

  @Test func `an object that was allocated before may hold others`() {
    let before = Session()
    expectNoLeaks {
      let controller = Controller()
      controller.session = Session()
      before.delegate = controller
    }
    #expect(before.delegate?.session != nil)
  }

  @Test func `tasks that wait aren't leaked`() async throws {
    nonisolated(unsafe) var text = ""
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    nonisolated(unsafe) var task: Task<Void, Never>?
    await withKnownIssue(isIntermittent: true) {
      await expectNoLeaks {
        task = Task { for await _ in stream {} }
        await Task.yield()
      }
    } matching: { issue in
      text = issue.comments.map(\.rawValue).joined()
      return true
    }
    // Other tests run meanwhile.
    #expect(!text.contains("ExpectNoLeaksTests"), "\(text)")
    continuation.finish()
    await task?.value
  }

  @Test func `what another thread leaks meanwhile isn't told of code that doesn't wait`() {
    let (begin, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let thread = Thread {
      begin.wait()
      let node = Node()
      node.next = node
      end.signal()
    }
    thread.start()
    expectNoLeaks {
      begin.signal()
      end.wait()
    }
  }

  @Test func `what other threads leak in many places hides nothing`() throws {
    let (begin, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let thread = Thread {
      begin.wait()
      for path in 0..<512 { Self.leak(by: path, depth: 9) }
      end.signal()
    }
    thread.start()
    let text = try #require(
      issue {
        begin.signal()
        end.wait()
        for _ in 0..<Self.count { Self.leakNode() }
      }
    )
    // In a process with much else, words that were left over hold one or the other.
    #expect(count(of: "Node.next holds its own object: ", in: text) > Self.count / 2, "\(text)")
    #expect(!text.contains("Session"), "\(text)")
  }

  @Test func `a large block that leaked in an earlier check is not told again`() {
    // Another check goes on meanwhile, so that nothing is forgotten.
    let (begin, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let thread = Thread {
      expectNoLeaks {
        begin.signal()
        end.wait()
      }
    }
    thread.start()
    begin.wait()
    defer { end.signal() }
    // Such a block has an address that others had: in a process with much else, words that were left over hold some.
    if let text = issue({ for _ in 0..<Self.count { Self.leakLarge() } }) {
      #expect(text.contains("Large.own holds its own object: "), "\(text)")
    }
    #expect(issue {} == nil)
  }

  private static func leakLarge() {
    let large = Large()
    large.own = large
  }

  private static func leakNode() {
    let node = Node()
    node.next = node
  }

  /// Leaks by a call stack of its own for each path.
  private static func leak(by path: Int, depth: Int) {
    if depth == 0 {
      let (session, controller) = (Session(), Controller())
      session.delegate = controller
      controller.session = session
    } else if path & 1 == 0 {
      leak(by: path >> 1, depth: depth - 1)
    } else {
      leak(by: path >> 1, depth: depth - 1)
    }
  }
}
