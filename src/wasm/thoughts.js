// What the threaded engine imports from the page, as Emscripten wants it written.
mergeInto(LibraryManager.library, {
    stockade_thoughts: function (json) {
        Module['onThoughts'](UTF8ToString(json));
    },
});
