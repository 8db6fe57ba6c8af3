public import NativeViewsCairo

/// Why a snapshot can't be taken or compared.
public enum SnapshotError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A name that no file can have.
  case unusableName(String)
  /// A name used before in the same folder: at another place, or for another view.
  case usedTwice(name: String, first: SnapshotLocation, second: SnapshotLocation)
  /// A folder or file that can't be written.
  case unwritable(path: String, reason: String)
  /// A reference that exists but can't be read.
  case unreadable(path: String, reason: String)
  /// A reference that isn't a picture, or is damaged.
  case corruptReference(path: String, reason: String)
  /// An unknown value of the environment variable.
  case unknownRecording(variable: String, value: String)
  /// A view that wasn't at rest in time.
  case neverReady(name: String, reasons: [String], limit: Duration)
  /// The store was still busy after its real time limit.
  case storeAtWork(name: String, limit: Duration)
  /// A view that can't be painted.
  case unpaintable(name: String, CairoError)
  /// An environment with an impossible size, scale or other property.
  case unusableEnvironment(name: String, problem: String)
  /// The view to show is missing, or has another type.
  case unusableView(name: String, problem: String)

  /// `<subject>: <what is wrong>; <what to do>`.
  public var description: String {
    switch self {
    case .unusableName(let name):
      """
      snapshot "\(name)": no file can be called so; use a name that isn't empty, doesn't begin \
      with a dot, and has no slash and no control character
      """
    case .usedTwice(let name, let first, let second) where first == second:
      """
      snapshot "\(name)": the name is used twice at \(first); give each view its own name, and let a \
      test that is repeated show the same each time
      """
    case .usedTwice(let name, let first, let second):
      """
      snapshot "\(name)": the name is used at \(first) and at \(second); give one of them another \
      name, or another folder
      """
    case .unwritable(let path, let reason):
      "\(path): it can't be written (\(reason)); check the folder and its permissions"
    case .unreadable(let path, let reason):
      "\(path): the reference can't be read (\(reason)); check its permissions, or record it anew"
    case .corruptReference(let path, let reason):
      "\(path): the reference is damaged (\(reason)); restore it, or delete it and record it anew"
    case .unknownRecording(let variable, let value):
      """
      \(variable): there is no way to record called "\(value)"; use one of \
      \(SnapshotRecording.allCases.map(\.rawValue).joined(separator: ", ")), \(SnapshotRecording.pruning)
      """
    case .storeAtWork(let name, let limit):
      """
      snapshot "\(name)": its store was still at work after \(limit); end its side effects, or set \
      storeLimit to more
      """
    case .neverReady(let name, let reasons, let limit):
      """
      snapshot "\(name)": it wasn't at rest after \(limit) of its clock \
      (\(reasons.joined(separator: ", "))); end what goes on, or take it at a time of the clock by \
      .at(_:)
      """
    case .unpaintable(let name, let error): "snapshot \"\(name)\": it can't be painted (\(error))"
    case .unusableEnvironment(let name, let problem):
      "environment \(name): \(problem); use sizes from 1 to 32767 and scales above 0"
    case .unusableView(let name, let problem): "snapshot \"\(name)\": \(problem)"
    }
  }
}

/// A place in the code of a test.
public struct SnapshotLocation: Hashable, Sendable, CustomStringConvertible {
  /// The module and the name of the file, such as `ShopTests/CartTests.swift`.
  public var fileID: String
  /// The path of the file.
  public var filePath: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1.
  public var column: Int

  /// Makes the place of the call.
  public init(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    (self.fileID, self.filePath, self.line, self.column) = (fileID, filePath, line, column)
  }

  /// The file and the line, such as `ShopTests/CartTests.swift:12`.
  public var description: String { "\(fileID):\(line)" }
}
