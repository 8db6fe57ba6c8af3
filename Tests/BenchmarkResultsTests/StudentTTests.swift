import Testing

@testable import BenchmarkResults

struct StudentTTests {
  /// Of table 26.10 of Abramowitz and Stegun; those of 99 and more by R's `qt`.
  @Test(arguments: [
    (0.95, 1, 12.706), (0.95, 2, 4.303), (0.95, 3, 3.182), (0.95, 7, 2.365), (0.95, 30, 2.042),
    (0.99, 2, 9.925), (0.99, 4, 4.604), (0.99, 6, 3.707), (0.99, 8, 3.355), (0.99, 120, 2.617),
    (0.999, 1, 636.619), (0.999, 2, 31.599), (0.999, 3, 12.924), (0.999, 4, 8.610),
    (0.999, 9, 4.781), (0.999, 24, 3.745), (0.999, 99, 3.3915), (0.999, 1000, 3.3003),
  ])
  func `bounds are those of the tables`(confidence: Double, freedom: Int, expected: Double) {
    let found = StudentT.bound(confidence: confidence, freedom: freedom)
    #expect(abs(found / expected - 1) < 2e-4, "\(found)")
  }

  @Test(arguments: [0.5, 0.95, 0.999])
  func `the exact form goes on in the expansion`(confidence: Double) {
    let found = (98...101).map { StudentT.bound(confidence: confidence, freedom: $0) }
    let steps = zip(found, found.dropFirst()).map { $0 - $1 }
    #expect(steps.allSatisfy { $0 > 0 })
    #expect(abs(steps[1] / steps[0] - 1) < 0.05 && abs(steps[2] / steps[1] - 1) < 0.05, "\(steps)")
  }
}
