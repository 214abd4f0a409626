// libzmq 4.3: sockets, polling, monitoring and CURVE keys.
#include <zmq.h>
#include <zmq_utils.h>
