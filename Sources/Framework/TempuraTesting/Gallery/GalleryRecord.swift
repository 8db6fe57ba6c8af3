import Foundation

/// A snapshot on a gallery's page, as one process records it and others read it.
struct GalleryRecord: Codable, Equatable {
  /// The result; those that need a look come first.
  enum Finding: String, Codable, CaseIterable {
    case changed
    case missing
    case otherLibraries = "other libraries"
    case recorded
    case equal
  }

  /// Where pixels differ, and the size of the pictures.
  struct Difference: Codable, Equatable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var pictureWidth: Int
    var pictureHeight: Int
  }

  /// The name, including the environment's.
  var name: String
  /// The folder of the references.
  var folder: String
  var finding: Finding
  /// The differences.
  var text = ""
  /// Paths of the pictures from the page: the reference, the new one, and the difference.
  var sources: [String?] = [nil, nil, nil]
  /// The part of the picture that differs.
  var difference: Difference?
  /// Whether there is a picture.
  var isPictured: Bool
  /// Seconds since 1970.
  var time: Double

  /// Merges the records of several processes: the newest of each snapshot, in display order.
  static func merge(_ records: [GalleryRecord]) -> [GalleryRecord] {
    var newest: [String: GalleryRecord] = [:]
    for record in records {
      let key = "\(record.folder)/\(record.name)"
      if let known = newest[key], known.time > record.time { continue }
      newest[key] = record
    }
    let ranks = Dictionary(uniqueKeysWithValues: zip(Finding.allCases, 0...))
    return newest.values.sorted { first, second in
      (ranks[first.finding] ?? 0, first.folder, first.name)
        < (ranks[second.finding] ?? 0, second.folder, second.name)
    }
  }
}
