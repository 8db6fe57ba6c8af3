/// A link of a list.
final class Node {
  let value: Int
  var next: Node?

  init(value: Int, next: Node?) {
    self.value = value
    self.next = next
  }

  static func chain(of count: Int) -> [Node] {
    var nodes: [Node] = []
    for value in 0..<count {
      nodes.append(Node(value: value, next: nodes.last))
    }
    return nodes
  }
}

/// What happened last, for whoever asks.
nonisolated(unsafe) var latest: Node?
nonisolated(unsafe) var record: [Int] = []
nonisolated(unsafe) var snapshot: [Int: Int] = [:]

@inline(never)
func makeNode(_ value: Int) -> Node {
  Node(value: value, next: nil)
}

@inline(never)
func built(from values: [Int]) -> [Node] {
  var nodes: [Node] = []
  nodes.reserveCapacity(values.count)
  for value in values {
    nodes.append(makeNode(value))
  }
  return nodes
}

@inline(never)
func label(_ value: Int) -> Int {
  let digits = value % 10
  return digits &+ value
}

@inline(never)
func labels(of values: [Int]) -> Int {
  var sum = 0
  for value in values {
    sum = sum &+ label(value)
  }
  return sum
}

@inline(never)
func add(_ value: Int, to values: inout [Int]) {
  values.append(value)
}

@inline(never)
func collected(_ values: [Int]) -> [Int] {
  var result: [Int] = []
  result.reserveCapacity(values.count)
  for value in values {
    add(value, to: &result)
  }
  return result
}

@inline(never)
func note(_ value: Int, in counts: inout [Int: Int]) {
  counts[value % 8, default: 0] += 1
}

@inline(never)
func counted(_ values: [Int]) -> [Int: Int] {
  var counts: [Int: Int] = [:]
  counts.reserveCapacity(8)
  for value in values {
    note(value, in: &counts)
  }
  return counts
}

@inline(never)
func visit(_ node: Node) -> Int {
  node.value
}

@inline(never)
func walked(_ nodes: [Node]) -> Int {
  var sum = 0
  for node in nodes {
    sum = sum &+ visit(node)
  }
  return sum
}

@inline(never)
func tell(_ node: Node) -> Int {
  node.next == nil ? 0 : node.value
}

@inline(never)
func notified(_ nodes: [Node]) -> Int {
  var sum = 0
  for node in nodes {
    sum = sum &+ tell(node)
  }
  return sum
}

@inline(never)
func isContained(_ value: Int, in sorted: [Int]) -> Bool {
  var (low, high) = (0, sorted.count)
  while low < high {
    let middle = (low + high) / 2
    if sorted[middle] < value { low = middle + 1 } else { high = middle }
  }
  return low < sorted.count && sorted[low] == value
}

let table = Array(stride(from: 0, to: 1000, by: 3))

@inline(never)
func found(among values: [Int]) -> Int {
  let sorted = table
  var count = 0
  for value in values where isContained(value, in: sorted) {
    count += 1
  }
  return count
}

@inline(never)
func unique(_ values: [Int]) -> [Int] {
  var seen: Set<Int> = []
  seen.reserveCapacity(values.count)
  return values.filter { seen.insert($0).inserted }
}

@inline(never)
func parity(of value: Int) -> Int {
  var (rest, bits) = (value, 0)
  while rest > 0 {
    bits ^= rest & 1
    rest >>= 1
  }
  return bits
}

@inline(never)
func mixed(_ values: [Int]) -> Int {
  var sum = 0
  for value in values {
    sum = (sum << 1) ^ parity(of: value)
  }
  return sum
}

@inline(never)
func compressed(_ values: [Int]) -> Int {
  var state = 1
  for value in values {
    var rest = value
    while rest > 0 {
      state = (state &* 31) ^ (rest & 7)
      rest >>= 3
    }
  }
  return state
}
