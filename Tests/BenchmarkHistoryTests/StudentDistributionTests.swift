import Testing

@testable import BenchmarkHistory

struct StudentDistributionTests {
  @Test(arguments: [
    (t: 1.0, degreesOfFreedom: 1.0, expected: 0.5000000000000001),
    (t: 2.0, degreesOfFreedom: 5.0, expected: 0.10193947882985835),
    (t: 0.5, degreesOfFreedom: 30.0, expected: 0.6207230048851272),
    (t: 10.0, degreesOfFreedom: 3.0, expected: 0.0021283990584141503),
    (t: 600.0, degreesOfFreedom: 4.0, expected: 4.629543896997868e-11),
    (t: 4.5, degreesOfFreedom: 2.5, expected: 0.029894059008733993),
    (t: 3.0, degreesOfFreedom: 200.0, expected: 0.003043047113905905),
  ]
  )
  func `probabilities are those of SciPy`(t: Double, degreesOfFreedom: Double, expected: Double) {
    let probability = StudentDistribution.twoSidedProbability(
      t: t,
      degreesOfFreedom: degreesOfFreedom
    )
    #expect(abs(probability / expected - 1) < 1e-10)
  }

  @Test
  func `no distance is certain to be met, an infinite one never is`() {
    #expect(StudentDistribution.twoSidedProbability(t: 0, degreesOfFreedom: 3) == 1)
    #expect(StudentDistribution.twoSidedProbability(t: .infinity, degreesOfFreedom: 3) == 0)
    #expect(StudentDistribution.twoSidedProbability(t: .nan, degreesOfFreedom: 3) == 1)
  }
}
