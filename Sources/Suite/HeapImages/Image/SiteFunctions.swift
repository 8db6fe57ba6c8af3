import ObjectFiles
import ProcessLaunching

/// The functions that made blocks: the innermost of a stack that a person has written.
final class SiteFunctions {
  private let symbols: ImageSymbols
  private let image: ProcessImage
  private let frames: (UInt32) -> [UInt64]
  private var byStack: [UInt32: Int] = [:]
  private var lastStack: (id: UInt32, function: Int) = (0, 0)
  private var byAddress: [UInt64: Named] = [:]
  private var numbers: [FunctionName: Int] = [:]
  private var names: [FunctionName] = []
  private var slab: UInt64?

  private struct Named {
    let name: FunctionName
    let isWritten: Bool
    let isRuntime: Bool
    let hasSymbol: Bool
  }

  /// Creates the functions of stacks, whose return addresses `frames` gives from the innermost on.
  init(_ image: ProcessImage, _ symbols: ImageSymbols, frames: @escaping (UInt32) -> [UInt64]) {
    self.image = image
    self.symbols = symbols
    self.frames = frames
  }

  /// The number of the function that made a stack's blocks.
  func function(ofStack id: UInt32) -> Int {
    if lastStack.id == id, !names.isEmpty { return lastStack.function }
    let function = byStack[id] ?? find(id)
    byStack[id] = function
    lastStack = (id, function)
    return function
  }

  func name(_ function: Int) -> FunctionName { names[function] }

  /// The function that made a stack's blocks, and is no initializer of these: the text of its name.
  func maker(ofStack id: UInt32) -> String {
    let written = frames(id).map(named).filter(\.isWritten)
    let outside = written.first { !$0.name.text.contains(".init(") }
    return outside?.name.text ?? name(function(ofStack: id)).text
  }

  private func find(_ id: UInt32) -> Int {
    let all = frames(id).map(named)
    let found =
      all.first { $0.isWritten } ?? all.first { !$0.isRuntime && $0.hasSymbol }
      ?? all.first { $0.hasSymbol } ?? all.last
      ?? Named(
        name: FunctionName(symbol: "an unknown function"),
        isWritten: false,
        isRuntime: true,
        hasSymbol: true
      )
    if let number = numbers[found.name] { return number }
    numbers[found.name] = names.count
    names.append(found.name)
    return names.count - 1
  }

  private func named(_ address: UInt64) -> Named {
    if let named = byAddress[address] { return named }
    let path = symbols.path(at: address - 1) ?? ""
    let symbol = symbols.symbol(at: address - 1)
    let file = String(path.split(separator: "/").last ?? "unknown code")
    let begin = image.region(at: address)?.begin ?? 0
    let name = FunctionName(
      symbol: symbol.map { CxxSymbol.readable($0.name) }
        ?? "0x\(String(address - begin, radix: 16))",
      object: file,
      isOfSystem: SystemObject.contains(path)
    )
    let isOfSuite = file.hasPrefix("libhamon")
    let named = Named(
      name: name,
      isWritten: name.isWritten && !isOfSuite,
      isRuntime: SystemObject.isRuntime(path) || isOfSuite,
      hasSymbol: symbol != nil && !isOfSuite
    )
    byAddress[address] = named
    return named
  }

  /// Whether the memory that an asynchronous task needs beyond its own begins with this address.
  func isOfTaskMemory(_ address: UInt64) -> Bool {
    if slab == nil { slab = findSlab() }
    return address == slab
  }

  private func findSlab() -> UInt64 {
    let programs = image.regions.filter { $0.fileOffset == 0 && $0.path.hasPrefix("/") }
    let library = programs.first { $0.path.contains("/libswift_Concurrency") } ?? programs.first
    guard let library,
      let place = symbols.address(
        of: "_swift_concurrency_debug_asyncTaskSlabMetadata",
        inFileAt: library
      )
    else { return 0 }
    return image.pointer(at: place) ?? 0
  }
}
