public import Foundation
public import FoundationNetworking
import Synchronization

/// Answers `http` and `https` requests with local files, so that a screen that loads its pictures has them in a test at once, without a
/// network.
///
///     let configuration = URLSessionConfiguration.ephemeral
///     configuration.protocolClasses = [LocalFileURLProtocol.self]
///     let images = ImageLoader(session: URLSession(configuration: configuration))
///
/// A file is found by the whole address, or else by its last component, or else by that without its extension; first in the ``folders``,
/// then among the bundles' resources. Requests without a file are left to other protocols.
///
/// Isolation: any thread.
///
/// Source: docs/semantics/tempura.md, S10.
public final class LocalFileURLProtocol: URLProtocol {
  private static let searched = Mutex<[URL]>([])

  /// Folders to search before the bundles; by default none.
  public static var folders: [URL] {
    get { searched.withLock { $0 } }
    set { searched.withLock { $0 = newValue } }
  }

  /// Whether a file exists for a request.
  override public class func canInit(with request: URLRequest) -> Bool {
    request.url.flatMap(file) != nil
  }

  /// The same request.
  override public class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  /// Answers with the file, or an error if it can't be read any more.
  override public func startLoading() {
    guard let url = request.url, let file = Self.file(for: url) else {
      return fail(.fileDoesNotExist)
    }
    guard let data = try? Data(contentsOf: file) else { return fail(.cannotOpenFile) }
    let length = ["Content-Length": "\(data.count)"]
    let response = HTTPURLResponse(
      url: url,
      statusCode: 200,
      httpVersion: "HTTP/1.1",
      headerFields: length
    )
    guard let response else { return fail(.badURL) }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: data)
    client?.urlProtocolDidFinishLoading(self)
  }

  /// Does nothing: the whole file is delivered at once.
  override public func stopLoading() {}

  private func fail(_ code: URLError.Code) {
    client?.urlProtocol(self, didFailWithError: URLError(code))
  }

  private static func file(for url: URL) -> URL? {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
      return nil
    }
    let last = url.lastPathComponent
    let names = [url.absoluteString, last, url.deletingPathExtension().lastPathComponent]
    let places = folders + Bundle.allBundles.compactMap(\.resourceURL)
    for name in names where !name.isEmpty && name != "/" && !name.contains("..") {
      for place in places {
        let file = place.appending(path: name)
        if isFile(file) { return file }
      }
    }
    return nil
  }

  private static func isFile(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    let isThere = unsafe FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
    return isThere && !isFolder.boolValue
  }
}
