import Tracing

/// The headers of a request.
typealias Headers = [String: String]

struct HeaderExtractor: Extractor {
  func extract(key: String, from carrier: Headers) -> String? { carrier[key] }
}

struct HeaderInjector: Injector {
  func inject(_ value: String, forKey key: String, into carrier: inout Headers) {
    carrier[key] = value
  }
}
