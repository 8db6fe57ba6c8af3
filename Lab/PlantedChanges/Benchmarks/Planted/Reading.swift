/// Reads numbers that spaces are between.
struct NumberScanner {
  private let bytes: [UInt8]
  private var index = 0
  private(set) var checksum = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  @inline(never)
  mutating func skipSpaces() {
    while index < bytes.count, bytes[index] == 32 {
      index += 1
    }
  }

  @inline(never)
  mutating func next() -> Int? {
    skipSpaces()
    guard index < bytes.count else { return nil }
    var value = 0
    while index < bytes.count, bytes[index] != 32 {
      value = value &* 10 &+ Int(bytes[index] &- 48)
      index += 1
    }
    return value
  }
}

@inline(never)
func sumOfNumbers(in bytes: [UInt8]) -> Int {
  var scanner = NumberScanner(bytes)
  var sum = 0
  while let number = scanner.next() {
    sum = sum &+ number
  }
  return sum &+ scanner.checksum
}

@inline(__always)
func weight(of value: Int) -> Int {
  let folded = value ^ (value >> 4)
  return folded &* 3
}

@inline(never)
func totalWeight(of values: [Int]) -> Int {
  var total = 0
  for value in values {
    total = (total << 1) ^ weight(of: value)
  }
  return total
}

struct Grid {
  let cells: [Int]
  let width: Int

  @inline(__always)
  func cell(row: Int, column: Int) -> Int {
    let place = row * width + column
    return cells[place]
  }
}

@inline(never)
func diagonal(of grid: Grid) -> Int {
  var sum = 0
  for row in 0..<7 {
    for column in 0..<7 {
      sum = (sum << 1) ^ grid.cell(row: row, column: column)
    }
  }
  return sum
}

@inline(never)
func scaled(_ values: [Int], by factor: Int) -> [Int] {
  values.map { value in
    value &* factor
  }
}

@inline(never)
func ordered(_ values: [Int]) -> [Int] {
  values.sorted { first, second in
    first < second
  }
}

@inline(never)
func step(_ value: Int) async -> Int {
  value ^ (value >> 3)
}

@inline(never)
func fetched(_ values: [Int]) async -> Int {
  var total = 0
  for value in values {
    let part = await step(value)
    total = (total << 1) ^ part
  }
  return total
}

@inline(never)
func largest<Element: Comparable & FixedWidthInteger>(in values: [Element]) -> Element {
  var best = values[0]
  for value in values where value > best {
    best = value
  }
  return best
}

struct Ring<Element> {
  private var elements: [Element]
  private var first = 0

  init(_ elements: [Element]) {
    self.elements = elements
  }

  @inline(never)
  mutating func replaceOldest(with element: Element) -> Element {
    let oldest = elements[first]
    elements[first] = element
    first = first + 1 == elements.count ? 0 : first + 1
    return oldest
  }
}

@inline(never)
func rotated(_ values: [Int]) -> Int {
  var ring = Ring(values)
  var sum = 0
  for value in values {
    sum = sum &+ ring.replaceOldest(with: value &+ 1)
  }
  return sum
}
