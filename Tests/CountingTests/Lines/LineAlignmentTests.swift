import Testing

@testable import Counting

@Suite struct LineAlignmentTests {
  private func lines(_ costs: [(Int, Double)]) -> [LineAlignment.Line] {
    costs.map { LineAlignment.Line(number: $0.0, cost: $0.1) }
  }

  private func changed(
    _ base: [(Int, Double)],
    _ head: [(Int, Double)]
  ) -> [LineAlignment.Difference] {
    LineAlignment.differences(base: lines(base), head: lines(head)).filter { $0.difference != 0 }
  }

  @Test func `lines that have moved are the same lines`() {
    let found = changed([(10, 5), (11, 70), (12, 9)], [(14, 5), (15, 70), (16, 40), (17, 9)])
    #expect(found == [LineAlignment.Difference(number: 16, isOfBase: false, difference: 40)])
  }

  @Test func `a line that has become dearer is one line`() {
    let found = changed([(10, 5), (11, 70), (12, 9)], [(10, 5), (11, 90), (12, 9)])
    #expect(found == [LineAlignment.Difference(number: 11, isOfBase: false, difference: 20)])
  }

  @Test func `a line that is gone is one of the base`() {
    let found = changed([(10, 5), (11, 70), (12, 9)], [(10, 5), (11, 9)])
    #expect(found == [LineAlignment.Difference(number: 11, isOfBase: true, difference: -70)])
  }

  @Test func `a side may have no lines`() {
    #expect(changed([], []).isEmpty)
    #expect(changed([], [(3, 4)]).map(\.difference) == [4])
    #expect(changed([(3, 4)], []).map(\.difference) == [-4])
  }
}
