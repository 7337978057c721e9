// What the threaded engine imports from the page, as Emscripten wants it written.
mergeInto(LibraryManager.library, {
    stockade_search_info: function (json) {
        Module['onInfo'](UTF8ToString(json));
    },
});
