import TempuraTesting
import Testing

private final class Node { var next: Node? }

@Suite(.serialized) struct HandedOnLeakCheckTests {
  @Test func `the check for leaks comes with TempuraTesting`() {
    expectNoLeaks { Node().next = Node() }
    withKnownIssue {
      expectNoLeaks {
        // A word that some thread has left on its stack may hold one of them.
        for _ in 0..<20 {
          let node = Node()
          node.next = node
        }
      }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("Node.next holds its own object") }
    }
  }
}
