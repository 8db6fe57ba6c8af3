import Subprocess

extension Environment {
  /// The environment of this program without what git tells its hooks, so that git finds the repository of
  /// the directory where it runs and not that of the hook.
  static var withoutGitDirectory: Environment {
    .inherit.updating([
      "GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil, "GIT_PREFIX": nil,
      "GIT_COMMON_DIR": nil, "GIT_OBJECT_DIRECTORY": nil, "GIT_ALTERNATE_OBJECT_DIRECTORIES": nil,
    ])
  }
}
