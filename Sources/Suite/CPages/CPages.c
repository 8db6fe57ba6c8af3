#include "CPages.h"

// clang knows #embed in each standard of C, from that of Swift 6.1 on.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char *const files[] = {
    [FlameGraph_js] = (const unsigned char[]){
#embed "Pages/FlameGraph.js" suffix(, 0)
    },
    [GitHubActions_yml] = (const unsigned char[]){
#embed "../../../tools/ci/github-actions.yml" suffix(, 0)
    },
    [GitLabCI_yml] = (const unsigned char[]){
#embed "../../../tools/ci/gitlab-ci.yml" suffix(, 0)
    },
    [Memory_html] = (const unsigned char[]){
#embed "Pages/Memory.html" suffix(, 0)
    },
    [Memory_js] = (const unsigned char[]){
#embed "Pages/Memory.js" suffix(, 0)
    },
    [MemoryTypes_html] = (const unsigned char[]){
#embed "Pages/MemoryTypes.html" suffix(, 0)
    },
    [Page_css] = (const unsigned char[]){
#embed "Pages/Page.css" suffix(, 0)
    },
    [Page_js] = (const unsigned char[]){
#embed "Pages/Page.js" suffix(, 0)
    },
    [SampleFlames_html] = (const unsigned char[]){
#embed "Pages/SampleFlames.html" suffix(, 0)
    },
    [SampleFlames_js] = (const unsigned char[]){
#embed "Pages/SampleFlames.js" suffix(, 0)
    },
    [SampleFunctions_html] = (const unsigned char[]){
#embed "Pages/SampleFunctions.html" suffix(, 0)
    },
    [SampleFunctions_js] = (const unsigned char[]){
#embed "Pages/SampleFunctions.js" suffix(, 0)
    },
    [Samples_html] = (const unsigned char[]){
#embed "Pages/Samples.html" suffix(, 0)
    },
    [Samples_js] = (const unsigned char[]){
#embed "Pages/Samples.js" suffix(, 0)
    },
    [StackFlames_js] = (const unsigned char[]){
#embed "Pages/StackFlames.js" suffix(, 0)
    },
    [TaskForest_js] = (const unsigned char[]){
#embed "Pages/TaskForest.js" suffix(, 0)
    },
    [TaskTables_js] = (const unsigned char[]){
#embed "Pages/TaskTables.js" suffix(, 0)
    },
    [Tasks_html] = (const unsigned char[]){
#embed "Pages/Tasks.html" suffix(, 0)
    },
    [Tasks_js] = (const unsigned char[]){
#embed "Pages/Tasks.js" suffix(, 0)
    },
    [Timeline_html] = (const unsigned char[]){
#embed "Pages/Timeline.html" suffix(, 0)
    },
    [Timeline_js] = (const unsigned char[]){
#embed "Pages/Timeline.js" suffix(, 0)
    },
    [TraceFlames_html] = (const unsigned char[]){
#embed "Pages/TraceFlames.html" suffix(, 0)
    },
    [TraceFlames_js] = (const unsigned char[]){
#embed "Pages/TraceFlames.js" suffix(, 0)
    },
};

const unsigned char *cpages_text(enum PageFile file) { return files[file]; }
