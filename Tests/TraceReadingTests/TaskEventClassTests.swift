import EventTable
import Testing

@testable import TraceReading

struct TaskEventClassTests {
  @Test func `the classes are the events of the table`() {
    let names = TaskEventClass.allCases.map(\.rawValue).sorted()
    #expect(names == EventDefinition.tasks.map(\.name).sorted())
  }
}
