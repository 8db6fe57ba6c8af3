/// The files of each process and their addresses, from its records.
package struct AddressSpaces {
  /// A place in a file.
  package struct Place {
    package let mapping: SampledMapping
    package let offset: UInt64
  }

  private var mappings: [Int32: [SampledMapping]] = [:]

  package init() {}

  /// Takes a record.
  ///
  /// - Returns: The process whose addresses may have changed their meaning; `nil` for none.
  package mutating func take(_ record: PerfRecord) -> Int32? {
    switch record.kind {
    case .map: return take(record.mapping)
    case .fork:
      let (child, parent) = (record.child, record.parent)
      guard child.process != parent.process else { return nil }
      mappings[child.process] = mappings[parent.process]
      return child.process
    case .command where record.isExecution:
      mappings[record.process] = nil
      return record.process
    default: return nil
    }
  }

  /// Takes a file that a process has mapped.
  ///
  /// - Returns: The process whose addresses may have changed their meaning; `nil` for none.
  package mutating func take(_ mapping: SampledMapping) -> Int32? {
    let known = mappings[mapping.process] ?? []
    if known.contains(mapping) { return nil }
    let kept = known.filter { $0.end <= mapping.begin || $0.begin >= mapping.end }
    let place = kept.firstIndex { $0.begin > mapping.begin } ?? kept.count
    mappings[mapping.process] = kept[..<place] + [mapping] + kept[place...]
    // Even if nothing was there: an address may have been looked up before its mapping was reported.
    return mapping.process
  }

  /// Forgets a process that has ended.
  package mutating func forget(_ process: Int32) { mappings[process] = nil }

  /// Whether an address is in code.
  package func contains(_ address: UInt64, of process: Int32) -> Bool {
    place(of: address, in: process) != nil
  }

  /// The program that a process executes: the file that it has mapped lowest; `nil` if unknown.
  package func program(of process: Int32) -> SampledMapping? {
    mappings[process]?.first { $0.path.hasPrefix("/") }
  }

  /// The file and offset of an address; `nil` if unknown.
  package func place(of address: UInt64, in process: Int32) -> Place? {
    guard let all = mappings[process] else { return nil }
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].end <= address { low = middle + 1 } else { high = middle }
    }
    guard low < all.count, all[low].begin <= address else { return nil }
    return Place(mapping: all[low], offset: address - all[low].begin &+ all[low].fileOffset)
  }
}

/// The addresses of a sample.
package enum SampledStack {
  /// Calls a closure with each address from the innermost, those of the kernel first, adjusted to lie in the function that runs or calls: a
  /// caller's return address is one byte too far.
  package static func forEachAddress(of record: PerfRecord, _ body: (UInt64) -> Void) {
    var (isFirst, isEmpty) = (true, true)
    for place in 0..<record.addressCount {
      let address = record.address(place)
      guard address < PerfRecord.firstMark else {
        // The kernel was entered where the program is, not from a caller.
        isFirst = true
        continue
      }
      body(isFirst ? address : address &- 1)
      (isFirst, isEmpty) = (false, false)
    }
    if isEmpty, !record.isInKernel { body(record.address) }
  }
}
