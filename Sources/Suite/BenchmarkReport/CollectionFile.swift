public import BenchmarkHarness

/// A file that holds a collection, and is complete at every moment.
public struct CollectionFile: Sendable {
  private let file: ResultFile

  /// Makes sure that a file can be written; one that is there is not touched.
  ///
  /// - Parameter path: Where the collection goes.
  /// - Throws: ``ResultFileError/cannotWrite(path:reason:)``.
  public init(path: String) throws(ResultFileError) {
    // Raw samples take some kilobytes a row; a megabyte is room for a hundred rows and more.
    file = try ResultFile(path: path, expectedBytes: 1 << 20)
  }

  /// Replaces the file by a collection.
  ///
  /// - Throws: ``ResultFileError/cannotWrite(path:reason:)``; then the file is what it was.
  public func write(_ collection: ResultCollection) throws(ResultFileError) {
    try file.write(collection)
  }
}
