// The texts of the files of `Pages`, and of tools/ci. The manifest could embed them too (`.embedInCode`), but compiling them takes half a minute.
#ifndef CPAGES_H
#define CPAGES_H

enum PageFile {
  FlameGraph_js,
  GitHubActions_yml,
  GitLabCI_yml,
  Memory_html,
  Memory_js,
  MemoryTypes_html,
  Page_css,
  Page_js,
  SampleFlames_html,
  SampleFlames_js,
  SampleFunctions_html,
  SampleFunctions_js,
  Samples_html,
  Samples_js,
  StackFlames_js,
  TaskForest_js,
  TaskTables_js,
  Tasks_html,
  Tasks_js,
  Timeline_html,
  Timeline_js,
  TraceFlames_html,
  TraceFlames_js,
};

/// The text of a file, with a zero after it.
const unsigned char *cpages_text(enum PageFile file);

#endif
