public import ImageComparison
public import NativeViewsCairo

/// The files kept for a snapshot.
public struct SnapshotFormats: OptionSet, Hashable, Sendable {
  /// One bit per file.
  public let rawValue: Int

  /// Makes a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The picture, painted by Cairo: `NAME.png`.
  public static let picture = SnapshotFormats(rawValue: 1)
  /// One line per view: `NAME.txt`.
  public static let text = SnapshotFormats(rawValue: 2)
  /// One object per view, with fonts and colours of its drawing: `NAME.json`.
  public static let json = SnapshotFormats(rawValue: 4)
}

/// A snapshot compared with its reference.
public struct SnapshotResult: Sendable, CustomStringConvertible {
  /// The result of the comparison.
  public enum Outcome: Sendable {
    /// No differences above the tolerance.
    case equal
    /// The reference was written.
    case recorded
    /// There is no reference.
    case missing
    /// Something differs.
    case changed(SnapshotDifference)
    /// The tree is the same but pixels differ; the reference was painted by other libraries, which explains it.
    case otherLibraries(SnapshotDifference, reference: LibraryVersions)

    var isAccepted: Bool {
      switch self {
      case .equal, .recorded: true
      case .missing, .changed, .otherLibraries: false
      }
    }
  }

  /// The name, including the environment's.
  public let name: String
  /// The result of the comparison.
  public let outcome: Outcome
  /// The path of the reference, without its extension.
  public let reference: String
  /// Hints: the gallery's page, and problems of writing it.
  public let remarks: [String]

  /// Whether the reference is right: nothing differs, or it was recorded.
  public var isAccepted: Bool { outcome.isAccepted }

  /// `<subject>: <what is wrong>; <what to do>`, and the lines that differ.
  public var description: String {
    let record = "\(SnapshotRecording.variable)=\(SnapshotRecording.all.rawValue)"
    let text =
      switch outcome {
      case .equal: "snapshot \"\(name)\": equal"
      case .recorded: "snapshot \"\(name)\": recorded"
      case .missing:
        """
        snapshot "\(name)": there is no reference at \(reference); record it by \
        \(SnapshotRecording.variable)=\(SnapshotRecording.missing.rawValue)
        """
      case .changed(let difference):
        """
        snapshot "\(name)": \(difference.summary); mend the view, or record it anew by \(record)
        \(difference.details)
        """
      case .otherLibraries(let difference, let libraries):
        """
        snapshot "\(name)": \(difference.summary)\(difference.isTreeCompared ? ", but no view has changed," : "") \
        and the reference was made by other libraries (\(libraries)); record it anew by \(record) where \
        they were updated on purpose, or compare by a tolerance
        \(difference.details)
        """
      }
    return ([text] + remarks).filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

/// The differences between a snapshot and its reference.
public struct SnapshotDifference: Hashable, Sendable {
  /// Differences of the pictures; nil if they are equal or not compared.
  public internal(set) var picture: ImageComparisonResult?
  /// Changed views as lines of text.
  public internal(set) var text: ChangedLines?
  /// Changed views as lines of JSON.
  public internal(set) var json: ChangedLines?
  /// One line per picture, such as `diff: PATH`: the reference, the new one, and the difference.
  public internal(set) var pictures: [String] = []
  /// Missing files of the reference.
  public internal(set) var missing: [String] = []
  /// Whether the text or the JSON of the tree was compared.
  public internal(set) var isTreeCompared = false
  /// Whether the reference lacks a stamp, because another program has written the file.
  public internal(set) var isUnstamped = false

  var isEmpty: Bool { picture == nil && text == nil && json == nil && missing.isEmpty }
  /// Whether views have changed, not only pixels.
  var concernsTree: Bool { text != nil || json != nil || !missing.isEmpty }

  var summary: String {
    var parts: [String] = []
    if let picture { parts.append(picture.description) }
    if let count = (text ?? json)?.lines.count {
      parts.append("\(count) \(count == 1 ? "line" : "lines") of the tree's text")
    }
    if !missing.isEmpty { parts.append("there is no \(missing.joined(separator: ", "))") }
    return parts.joined(separator: ", ")
  }

  var details: String {
    var parts: [String] = []
    if let text {
      parts.append(text.description)
    } else if let json {
      parts.append(json.description)
    } else if picture != nil, isTreeCompared, missing.isEmpty {
      parts.append("no line of the tree's text differs, but what is drawn does")
    }
    if isUnstamped {
      parts.append("the reference has no stamp: another program has written it")
    }
    return (parts + pictures).joined(separator: "\n")
  }
}
