import Foundation
import KatanaElements

/// All cells, in columns and rows.
struct FieldView: PlasticNodeDescription {
  /// Keys of two fields.
  enum Keys: Hashable, Sendable, LosslessStringConvertible {
    case cell(column: Int, row: Int)

    var description: String {
      switch self {
      case .cell(let column, let row): "cell \(column) \(row)"
      }
    }

    init?(_ description: String) {
      let words = description.split(separator: " ")
      guard words.count == 3, words[0] == "cell", let column = Int(words[1]),
        let row = Int(words[2])
      else { return nil }
      self = .cell(column: column, row: row)
    }
  }

  struct Props: NodeDescriptionProps, Buildable {
    var shape = BoardShape.standard
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    props.shape.places.map { place in
      CellView(
        props: .build {
          $0.place = place
          $0.setKey(Keys.cell(column: place.column, row: place.row))
        }
      )
    }
  }

  static func layout(
    views: ViewsContainer<Keys>,
    props: Props,
    state: EmptyState
  ) throws {
    try placeCells(of: props.shape, in: views)
  }

  /// Divides the field among its cells.
  static func placeCells(of shape: BoardShape, in views: ViewsContainer<Keys>) throws {
    let field = views.nativeView
    // The field is as wide and as high as whole pixels let it be, so that both are divided.
    let width = field.width / CGFloat(shape.columns)
    let height = field.height / CGFloat(shape.rows)
    for place in shape.places {
      let cell = try views.view(.cell(column: place.column, row: place.row))
      cell.size = Size(width: width, height: height)
      cell.left = field.left + width * CGFloat(place.column - 1)
      cell.top = field.top + height * CGFloat(place.row - 1)
    }
  }
}
