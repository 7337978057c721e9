// Passes on the reports of a running search. A page gives this function to the WebAssembly module
// (web/src/engine); natively it hands the text to the caller's listener.
namespace {

stockade_listener the_listener = nullptr;
void* the_user = nullptr;

}  // namespace

extern "C" void stockade_search_info(const char* json) {
    if (the_listener) the_listener(json, the_user);
}

extern "C" void stockade_listen(stockade_listener listener, void* user) {
    the_listener = listener;
    the_user = user;
}
