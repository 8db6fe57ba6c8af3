import Foundation
import FoundationXML

/// Counts the elements of a well-formed document; of another it has none.
final class XMLParserProbe: NSObject, XMLParserDelegate {
  private(set) var elements: [String: Int] = [:]

  init(_ document: String) {
    super.init()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = self
    if !parser.parse() { elements = [:] }
  }

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements[name, default: 0] += 1
  }
}
