import Statistics
import Testing

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

  @Test(arguments: [
    (t: 1.0, freedom: 1.0, expected: 0.5000000000000001),
    (t: 2.0, freedom: 5.0, expected: 0.10193947882985835),
    (t: 0.5, freedom: 30.0, expected: 0.6207230048851272),
    (t: 10.0, freedom: 3.0, expected: 0.0021283990584141503),
    (t: 600.0, freedom: 4.0, expected: 4.629543896997868e-11),
    (t: 4.5, freedom: 2.5, expected: 0.029894059008733993),
    (t: 3.0, freedom: 200.0, expected: 0.003043047113905905),
  ]
  )
  func `probabilities are those of SciPy`(t: Double, freedom: Double, expected: Double) {
    let probability = StudentT.probability(beyond: t, freedom: freedom)
    #expect(abs(probability / expected - 1) < 1e-10)
  }

  @Test
  func `no distance is certain to be met, an infinite one never is`() {
    #expect(StudentT.probability(beyond: 0, freedom: 3) == 1)
    #expect(StudentT.probability(beyond: .infinity, freedom: 3) == 0)
    #expect(StudentT.probability(beyond: .nan, freedom: 3) == 1)
  }
}
