public import Foundation

/// Transformers for ``Animation/entryTransformers`` and ``Animation/leaveTransformers``, which apply one after the other.
///
///     Animation(
///       type: .linear(duration: 0.3),
///       entryTransformers: [AnimationProps.moveRight(), AnimationProps.fade()],
///       leaveTransformers: [AnimationProps.scale(percentage: 0.5)]
///     )
///
/// Source: docs/semantics/ui.md, N4.
public enum AnimationProps {
  /// Moves a child to the left.
  public static func moveLeft(distance: CGFloat = 1000) -> AnimationPropsTransformer {
    move(x: -distance, y: 0)
  }

  /// Moves a child to the right.
  public static func moveRight(distance: CGFloat = 1000) -> AnimationPropsTransformer {
    move(x: distance, y: 0)
  }

  /// Moves a child up.
  public static func moveUp(distance: CGFloat = 1000) -> AnimationPropsTransformer {
    move(x: 0, y: -distance)
  }

  /// Moves a child down.
  public static func moveDown(distance: CGFloat = 1000) -> AnimationPropsTransformer {
    move(x: 0, y: distance)
  }

  /// Makes a child transparent.
  public static func fade() -> AnimationPropsTransformer {
    changing { $0.alpha = 0 }
  }

  /// Scales a child around its centre.
  ///
  /// - Parameter percentage: The fraction of the size that remains: 0.5 is half.
  /// - Returns: A transformer.
  public static func scale(percentage: CGFloat) -> AnimationPropsTransformer {
    changing { props in
      let old = props.frame
      let size = CGSize(
        width: old.size.width * percentage,
        height: old.size.height * percentage
      )
      props.frame = CGRect(
        x: old.origin.x + (old.size.width - size.width) / 2,
        y: old.origin.y + (old.size.height - size.height) / 2,
        width: size.width,
        height: size.height
      )
    }
  }

  private static func move(x: CGFloat, y: CGFloat) -> AnimationPropsTransformer {
    changing { props in
      props.frame.origin.x += x
      props.frame.origin.y += y
    }
  }

  private static func changing(
    _ change: @escaping @Sendable (inout any NodeDescriptionProps) -> Void
  ) -> AnimationPropsTransformer {
    { props in
      var props = props
      change(&props)
      return props
    }
  }
}
