public import ImageComparison
public import NativeViewsCairo

/// The files that are kept of a snapshot.
public struct SnapshotFormats: OptionSet, Hashable, Sendable {
  /// A bit for each file.
  public let rawValue: Int

  /// Makes a set of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The picture, by Cairo: `NAME.png`.
  public static let picture = SnapshotFormats(rawValue: 1)
  /// A line a view: `NAME.txt`.
  public static let text = SnapshotFormats(rawValue: 2)
  /// An object a view, with fonts and colours of what it draws: `NAME.json`.
  public static let json = SnapshotFormats(rawValue: 4)
}

/// A snapshot beside its reference.
public struct SnapshotResult: Sendable, CustomStringConvertible {
  /// The finding.
  public enum Outcome: Sendable {
    /// Nothing differs, or no more than is tolerated.
    case equal
    /// The reference was written.
    case recorded
    /// There is no reference.
    case missing
    /// Something differs.
    case changed(SnapshotDifference)
    /// The tree is the same and pixels differ, which the reference was painted by other libraries explains.
    case otherLibraries(SnapshotDifference, reference: LibraryVersions)

    var isAccepted: Bool {
      switch self {
      case .equal, .recorded: true
      case .missing, .changed, .otherLibraries: false
      }
    }
  }

  /// The name, with that of the environment.
  public let name: String
  /// The finding.
  public let outcome: Outcome
  /// The path of the reference, without its extension.
  public let reference: String
  /// Where to look at it: the gallery's page, and problems of writing it.
  public let remarks: [String]

  /// Whether the reference is as it should be: nothing differs, or it was recorded.
  public var isAccepted: Bool { outcome.isAccepted }

  /// `<subject>: <what is wrong>; <what to do>`, and lines with what differs.
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
  /// Differences of the pictures; nothing where they are equal or not compared.
  public internal(set) var picture: ImageComparisonResult?
  /// Changed views by their lines of text.
  public internal(set) var text: ChangedLines?
  /// Changed views by their lines of JSON.
  public internal(set) var json: ChangedLines?
  /// A line for each picture, such as `diff: PATH`: of the reference, the new one, and what differs.
  public internal(set) var pictures: [String] = []
  /// Files that the reference lacks.
  public internal(set) var missing: [String] = []
  /// Whether the text or the JSON of the tree was compared.
  public internal(set) var isTreeCompared = false
  /// Whether the reference's stamp is missing, for another program has written the file.
  public internal(set) var isUnstamped = false

  var isEmpty: Bool { picture == nil && text == nil && json == nil && missing.isEmpty }
  /// Whether views have changed, and not only pixels.
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
