import CMachine
package import ProcessLaunching

/// The memory of a process that stands still: a frozen copy of a program, or a program that a tracer has stopped.
package final class ProcessImage {
  package let process: Int32
  /// What it has mapped, in the order of addresses.
  package let regions: [ProcessFile.Mapping]

  private static let pageSize: UInt64 = 4096
  private var pages: [UInt64: [UInt8]] = [:]
  private var lastPage: (address: UInt64, bytes: [UInt8]) = (1, [])

  /// Reads what a process has mapped; `nil` if it has ended, or may not be read.
  package init?(of process: Int32) {
    guard let regions = ProcessFile.mappings(of: process), !regions.isEmpty else { return nil }
    self.process = process
    self.regions = regions
  }

  /// Whether the process is still there to be read.
  var isThere: Bool { !(ProcessFile.mappings(of: process) ?? []).isEmpty }

  /// The region that contains an address.
  package func region(at address: UInt64) -> ProcessFile.Mapping? {
    var (low, high) = (0, regions.count)
    while low < high {
      let middle = (low + high) / 2
      if regions[middle].end <= address { low = middle + 1 } else { high = middle }
    }
    return low < regions.count && regions[low].begin <= address ? regions[low] : nil
  }

  // MARK: - Small pieces

  /// The number at an address, which may be anywhere; `nil` if nothing is there.
  package func load<Number: FixedWidthInteger & UnsignedInteger>(
    _ address: UInt64,
    as type: Number.Type = Number.self
  ) -> Number? {
    let size = UInt64(MemoryLayout<Number>.size)
    let offset = address & (Self.pageSize - 1)
    if offset + size <= Self.pageSize {
      guard let page = page(at: address - offset) else { return nil }
      // SAFETY: a page has so many bytes, and the number ends before its end.
      return unsafe page.withUnsafeBytes {
        unsafe $0.loadUnaligned(fromByteOffset: Int(offset), as: Number.self)
      }
    }
    var number: Number = 0
    for place in 0..<size {
      guard let byte: UInt8 = load(address &+ place) else { return nil }
      number |= Number(byte) << Number(8 * place)
    }
    return number
  }

  /// The address at another one; `nil` if nothing is there.
  package func pointer(at address: UInt64) -> UInt64? { load(address) }

  /// What a relative reference of 32 bits leads to; `nil` if it leads nowhere.
  package func relative(at address: UInt64) -> UInt64? {
    guard let bits: UInt32 = load(address), bits != 0 else { return nil }
    return address &+ UInt64(bitPattern: Int64(Int32(bitPattern: bits)))
  }

  /// What such a reference leads to, if its lowest bit says so by way of a pointer.
  package func indirectable(at address: UInt64) -> UInt64? {
    guard let target = relative(at: address) else { return nil }
    return target & 1 == 0 ? target : pointer(at: target - 1)
  }

  /// A terminated text; `nil` if there is none of at most so many bytes.
  package func text(at address: UInt64, limit: Int = 1024) -> String? {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      guard let byte: UInt8 = load(address &+ UInt64(bytes.count)) else { return nil }
      if byte == 0 { return String(validating: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }

  private func page(at address: UInt64) -> [UInt8]? {
    if lastPage.address == address { return lastPage.bytes.isEmpty ? nil : lastPage.bytes }
    var bytes = pages[address]
    if bytes == nil {
      var read = [UInt8](repeating: 0, count: Int(Self.pageSize))
      // SAFETY: the array has so many bytes.
      let count = unsafe cmachine_read_memory(process, address, &read, read.count)
      bytes = count == read.count ? read : []
      pages[address] = bytes
    }
    lastPage = (address, bytes ?? [])
    return lastPage.bytes.isEmpty ? nil : lastPage.bytes
  }

  // MARK: - Large pieces

  /// Copies words from an address on, up to the first page that can't be read.
  ///
  /// - Returns: The number of words.
  func copy(_ address: UInt64, count: Int, into words: borrowing FlatArray<UInt64>) -> Int {
    unsafe words.withBytes(ofFirst: count) { bytes in
      var done = 0
      while done < bytes.count, let start = bytes.baseAddress {
        // SAFETY: what remains of the array begins there and has so many bytes.
        let copied = unsafe cmachine_read_memory(
          process,
          address &+ UInt64(done),
          start + done,
          bytes.count - done
        )
        if copied == 0 { break }
        done += copied
      }
      return done / 8
    }
  }

  /// Calls `body` for pieces of a range of whole words, each at most some hundred kilobytes, with the address of the first word; what can't
  /// be read is left out.
  func forEachPiece(
    of range: Range<UInt64>,
    buffer: borrowing FlatArray<UInt64>,
    _ body: (_ address: UInt64, _ count: Int) -> Void
  ) {
    var address = (range.lowerBound + 7) & ~7
    while address + 8 <= range.upperBound {
      let wanted = min(buffer.count, Int(range.upperBound - address) / 8)
      let count = copy(address, count: wanted, into: buffer)
      if count > 0 { body(address, count) }
      address += UInt64(count) * 8
      if count < wanted { address = (address & ~(Self.pageSize - 1)) + Self.pageSize }
    }
  }
}
