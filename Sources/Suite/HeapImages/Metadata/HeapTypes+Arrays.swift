/// Arrays of objects, of which the standard library makes one type for all classes.
extension HeapTypes {
  /// Whether it is of arrays of objects, of which the standard library makes one type for all classes.
  func isOfAnyObjects(_ number: Int) -> Bool {
    guard all[number].kind == .array, case .elements(_, _, let element) = all[number].tail else {
      return false
    }
    return element == .existential(protocols: [], isClassBound: true)
  }

  /// The type of an array by what is in it: with the class that all of it has in common.
  ///
  /// - Parameter elements: The numbers of the types of some of its elements.
  /// - Returns: `nil` if they have none in common, or there are none.
  func array(of elements: [Int]) -> Int? {
    guard let first = elements.first else { return nil }
    var common = superclasses(first)
    for element in elements.dropFirst() where element != first {
      let other = Set(superclasses(element))
      common = Array(common.drop { !other.contains($0) })
    }
    guard let address = common.first else { return nil }
    if let number = arrays[address] { return number }
    let element = metadata.type(at: address)
    let type = HeapType(
      kind: .array,
      name: "_ContiguousArrayStorage<\(element)>",
      module: "Swift",
      instanceSize: 32
    )
    type.tail = .elements(start: 32, stride: 8, type: element)
    arrays[address] = add(type)
    return arrays[address]
  }

  /// The class of a type, and those that it inherits from.
  private func superclasses(_ number: Int) -> [UInt64] {
    if let known = superclasses[number] { return known }
    var chain: [UInt64] = []
    var next = all[number].metadata
    while chain.count < 32, let info = metadata.classInfo(at: next) {
      chain.append(next)
      next = info.superclass
    }
    superclasses[number] = chain
    return chain
  }
}
