import Statistics
import Testing

struct FiguresTests {
  @Test(arguments: [
    (12.345, 2, "12.35"), (-0.25, 2, "-0.25"), (-0.004, 2, "0.00"), (-1.5, 0, "-2"),
    (7, 3, "7.000"), (1e16, 1, "1e+16"),
  ])
  func `a number is written with its decimals and its sign`(
    value: Double,
    decimals: Int,
    text: String
  ) {
    #expect(value.text(decimals: decimals) == text)
  }
}
