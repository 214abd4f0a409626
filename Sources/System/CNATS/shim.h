// libnats 3.4: a NATS client.
#include <nats/nats.h>
