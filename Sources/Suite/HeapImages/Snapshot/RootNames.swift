import ObjectFiles
import ProcessLaunching

/// What roots are called.
final class RootNames {
  private let image: ProcessImage
  private let symbols: ImageSymbols
  private let main: Int32

  init(_ image: ProcessImage, _ symbols: ImageSymbols, main: Int32) {
    self.image = image
    self.symbols = symbols
    self.main = main
  }

  /// The name of a root, and the module of a variable.
  func name(_ place: HeapRoots.Place) -> (text: String, module: String) {
    switch place {
    case .stack(let thread):
      return (thread == main ? "stack of the main thread" : "stack of thread \(thread)", "")
    case .mapped(let address):
      let path = image.region(at: address)?.path ?? ""
      return (path.isEmpty ? "mapped memory" : "mapped memory \(path)", "")
    case .unknown: return ("blocks from before", "")
    case .variable(let address):
      let file = String(symbols.path(at: address)?.split(separator: "/").last ?? "")
      guard let symbol = symbols.symbol(at: address) else { return ("variables of \(file)", "") }
      let name = FunctionName(symbol: CxxSymbol.readable(symbol.name), object: file)
      return ("global \(name.text)", name.module)
    }
  }
}
