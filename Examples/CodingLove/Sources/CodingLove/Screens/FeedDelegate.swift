import Foundation
import KatanaElements

/// What is in the table: the posts, and its end.
///
/// It knows how many there are, and not the posts, so that two are compared at once, and none is kept from being changed.
struct FeedDelegate: TableDelegate, Equatable {
  let summary: FeedSummary

  func numberOfSections() -> Int { 2 }

  func numberOfRows(forSection section: Int) -> Int { section == 0 ? summary.rowCount : 1 }

  func height(forRowAt indexPath: IndexPath) -> Value {
    .fixed(indexPath.section == 0 ? Look.rowHeight : Look.footerHeight)
  }

  func heightOfRows(forSection section: Int) -> Value? {
    height(forRowAt: IndexPath(row: 0, section: section))
  }

  func cellDescription(forRowAt indexPath: IndexPath) -> any AnyNodeDescription {
    guard indexPath.section == 0 else {
      return FooterCell(props: .build { $0.summary = summary })
    }
    return PostCell(props: .build { $0.row = indexPath.row })
  }
}
