/* A library with 64 bytes of thread-local storage that must lie beside the program's own. */
__thread char filler[64] __attribute__((tls_model("initial-exec"))) = {1};
char* filler_address(void) { return filler; }
