// libsodium 1.0.18: X25519, ChaCha20-Poly1305, SHA-256.
#include <sodium.h>
