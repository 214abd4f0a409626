// libmosquitto 2.0: an MQTT client.
#include <mosquitto.h>
#include <mqtt_protocol.h>
