/// Matches the lines of two versions of a function so that their costs differ as little as possible.
///
/// Lines move when others are inserted above them. Unchanged lines cost nearly the same in both versions: of all ways to match lines in
/// their order, this takes the one with the least total difference.
enum LineAlignment {
  struct Line: Equatable {
    let number: Int
    let cost: Double
  }

  /// A line of the head, or of the base if the head has no such line, with its difference.
  struct Difference: Equatable {
    let number: Int
    let isOfBase: Bool
    let difference: Double
  }

  /// Matches lines, each side in the order of their numbers.
  ///
  /// - Complexity: Proportional to the product of their numbers of lines.
  static func differences(base: [Line], head: [Line]) -> [Difference] {
    let width = head.count + 1
    // Of two equally good ways, prefers the one that matches more lines.
    func unlikeness(_ old: Line, _ new: Line) -> Double { 1.01 * abs(old.cost - new.cost) }
    // The least difference of the first lines of both, and how it was reached.
    var least = [Double](repeating: 0, count: (base.count + 1) * width)
    for row in 0...base.count {
      for column in 0...head.count where row + column > 0 {
        var best = Double.infinity
        if row > 0, column > 0 {
          best =
            least[(row - 1) * width + column - 1]
            + unlikeness(base[row - 1], head[column - 1])
        }
        if row > 0 {
          best = min(best, least[(row - 1) * width + column] + abs(base[row - 1].cost))
        }
        if column > 0 {
          best = min(best, least[row * width + column - 1] + abs(head[column - 1].cost))
        }
        least[row * width + column] = best
      }
    }
    var differences: [Difference] = []
    var (row, column) = (base.count, head.count)
    while row > 0 || column > 0 {
      let here = least[row * width + column]
      if row > 0, column > 0,
        here
          == least[(row - 1) * width + column - 1]
          + unlikeness(base[row - 1], head[column - 1])
      {
        (row, column) = (row - 1, column - 1)
        differences.append(
          Difference(
            number: head[column].number,
            isOfBase: false,
            difference: head[column].cost - base[row].cost
          )
        )
      } else if column > 0, here == least[row * width + column - 1] + abs(head[column - 1].cost) {
        column -= 1
        differences.append(
          Difference(number: head[column].number, isOfBase: false, difference: head[column].cost)
        )
      } else {
        row -= 1
        differences.append(
          Difference(number: base[row].number, isOfBase: true, difference: -base[row].cost)
        )
      }
    }
    return differences.reversed()
  }
}
