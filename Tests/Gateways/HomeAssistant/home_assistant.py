"""A server that speaks Home Assistant's WebSocket API, with a small home: home_assistant.py PORT [MODE]

It prints its port, and each call of a service as a line of JSON. Its messages have the form of those of version 2024.3.
In the mode "slow" the first service is answered after the next request, in "busy" each service changes a name and reports
that 500 times, in "moving" it does so once, and a lamp is switched off while the states are read again, in "guest" the
token is of no administrator, in "starting" the first client finds no areas yet, in "withdrawing" the entities of a
service may not be spoken of after it, of which no event tells, in "late" a lamp comes after the first service, and is
renamed after the second, without a change of a registry, in "large" the states have more than 32 MiB, and in "flood" 2500
events come before each answer to a subscription."""

import asyncio
import base64
import hashlib
import json
import sys

TOKEN = "secret"
MODE = (sys.argv[2:] or [""])[0]
# The numbers of requests so far by their types.
COUNTS = {}
STATES = {
    "light.kitchen": ["off", {"friendly_name": "Kitchen Ceiling"}],
    "light.bedroom": ["on", {"friendly_name": "Bedroom Lamp"}],
    "cover.garage": ["closed", {"friendly_name": "Garage Door", "device_class": "garage"}],
    "climate.hall": ["heat", {"friendly_name": "Thermostat", "current_temperature": 21.5}],
    "light.secret": ["off", {"friendly_name": "Hidden Lamp"}],
    # Its plug is pulled by whoever switches it on.
    "light.plugged": ["off", {"friendly_name": "Plugged Lamp"}],
    "light.broken": ["off", {"friendly_name": "Broken Lamp"}],
}
ENTRIES = {
    "light.kitchen": {"area_id": "kitchen", "aliases": ["ceiling light"], "name": None, "device_id": None},
    "light.bedroom": {"area_id": None, "aliases": [], "name": None, "device_id": "d1"},
    "cover.garage": {"area_id": None, "aliases": [], "name": "garage door", "device_id": None},
    "climate.hall": {"area_id": "hall", "aliases": [], "name": None, "device_id": None},
    "light.plugged": {"area_id": None, "aliases": [], "name": None, "device_id": None},
    "light.broken": {"area_id": "kitchen", "aliases": [], "name": None, "device_id": None},
}
# The entities that may no longer be spoken of.
WITHDRAWN = set()
AREAS = [{"area_id": "kitchen", "name": "Kitchen", "aliases": ["cooking corner"], "floor_id": "ground"},
         {"area_id": "bedroom", "name": "Bedroom", "aliases": []}, {"area_id": "hall", "name": "Hall", "aliases": []}]


def states():
    return [{"entity_id": name, "state": state, "attributes": attributes}
            for name, (state, attributes) in STATES.items()]


def result(message):
    """The result of a request; raises for one that is refused."""
    kind = message["type"]
    COUNTS[kind] = COUNTS.get(kind, 0) + 1
    if kind == "config/area_registry/list":
        if MODE == "starting" and COUNTS[kind] == 1:
            raise ValueError("unknown command")
        return AREAS
    if kind == "config/floor_registry/list":
        return [{"floor_id": "ground", "name": "Ground floor", "aliases": []}]
    if kind == "config/device_registry/list":
        return [{"id": "d1", "area_id": "bedroom"}]
    if kind == "config/entity_registry/get_entries":
        return {name: ENTRIES.get(name) for name in message["entity_ids"]}
    if kind == "homeassistant/expose_entity/list":
        if MODE == "guest":
            raise PermissionError("Unauthorized")
        return {"exposed_entities": {name: {"conversation": name not in WITHDRAWN} for name in ENTRIES}
                | {"light.secret": {"conversation": False}}}
    if kind == "get_states":
        if MODE == "busy":
            print("read", flush=True)
        return states()
    if kind == "subscribe_events":
        return None
    if kind == "conversation/process":
        return {"response": {"response_type": "action_done",
                             "speech": {"plain": {"speech": f"You said {message['text']}."}}},
                "conversation_id": message.get("conversation_id") or "c1"}
    if kind == "call_service":
        entities = message.get("target", {}).get("entity_id", [])
        print(json.dumps([message["domain"], message["service"], sorted(entities), message["service_data"]]), flush=True)
        if message["domain"] == "cover":
            raise ValueError("the motor is blocked")
        if "light.broken" in entities:
            raise ValueError("the bulb is dead")
        for name in entities:
            STATES[name][0] = "on" if message["service"] == "turn_on" else "off"
        if MODE == "withdrawing":
            WITHDRAWN.update(entities)
        return {"context": {}}
    raise ValueError(f"unknown command {kind}")


async def frame(reader):
    """The payload of the next frame of text."""
    first, second = await reader.readexactly(2)
    length = second & 0x7F
    if length == 126:
        length = int.from_bytes(await reader.readexactly(2), "big")
    elif length == 127:
        length = int.from_bytes(await reader.readexactly(8), "big")
    mask = await reader.readexactly(4)
    payload = bytes(byte ^ mask[i % 4] for i, byte in enumerate(await reader.readexactly(length)))
    return first & 0x0F, payload


async def serve(reader, writer):
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    key = next(line.split(": ")[1] for line in head.split("\r\n") if line.lower().startswith("sec-websocket-key"))
    digest = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
    writer.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 b"Sec-WebSocket-Accept: " + base64.b64encode(digest) + b"\r\n\r\n")

    def send(message):
        payload = json.dumps(message).encode()
        size = len(payload)
        length = bytes([size]) if size < 126 else b"\x7e" + size.to_bytes(2, "big")
        writer.write(b"\x81" + length + payload)

    delayed, last = None, 0
    send({"type": "auth_required", "ha_version": "2024.3.3"})
    try:
        while True:
            opcode, payload = await frame(reader)
            if opcode == 8:
                break
            if opcode != 1:
                continue
            message = json.loads(payload)
            if message["type"] == "auth":
                valid = message["access_token"] == TOKEN
                send({"type": "auth_ok" if valid else "auth_invalid", "ha_version": "2024.3.3"})
                continue
            if message["id"] <= last:
                send({"id": message["id"], "type": "result", "success": False,
                      "error": {"code": "id_reuse", "message": "Identifier values have to increase."}})
                continue
            last = message["id"]
            if MODE == "large" and message["type"] == "get_states":
                writer.write(b"\x81\x7f" + (33 << 20).to_bytes(8, "big"))
                continue
            try:
                answer = {"id": message["id"], "type": "result", "success": True, "result": result(message)}
            except (ValueError, PermissionError) as error:
                code = "unauthorized" if isinstance(error, PermissionError) else "failed"
                answer = {"id": message["id"], "type": "result", "success": False,
                          "error": {"code": code, "message": str(error)}}
            if MODE == "slow" and message["type"] == "call_service" and delayed is None:
                delayed = answer
                continue
            if delayed:
                send(delayed)
                delayed = {}
            if MODE == "moving" and message["type"] == "get_states" and COUNTS["get_states"] == 2:
                STATES["light.bedroom"][0] = "off"
                send({"id": 1, "type": "event", "event": {
                    "event_type": "state_changed", "data": {"new_state": states()[1]}}})
            if MODE == "flood" and message["type"] == "subscribe_events":
                for _ in range(2500):
                    send({"id": 1, "type": "event", "event": {"event_type": "state_changed", "data": {}}})
            send(answer)
            if MODE in ("busy", "moving") and message["type"] == "call_service":
                ENTRIES["light.bedroom"]["aliases"].append(f"lamp {len(ENTRIES['light.bedroom']['aliases'])}")
                for _ in range(500 if MODE == "busy" else 1):
                    send({"id": 1, "type": "event", "event": {"event_type": "entity_registry_updated", "data": {}}})
            if message["type"] == "call_service" and MODE == "late":
                late = STATES.get("light.late")
                old = late and {"entity_id": "light.late", "state": late[0], "attributes": late[1]}
                STATES["light.late"] = ["off", {"friendly_name": "Tardy Lamp" if late else "Late Lamp"}]
                ENTRIES["light.late"] = None
                send({"id": 1, "type": "event", "event": {"event_type": "state_changed", "data": {
                    "entity_id": "light.late", "old_state": old, "new_state": states()[-1]}}})
            elif message["type"] == "call_service":
                if STATES.get("light.plugged", ["off"])[0] == "on":
                    del STATES["light.plugged"], ENTRIES["light.plugged"]
                    send({"id": 1, "type": "event", "event": {
                        "event_type": "state_changed", "data": {"entity_id": "light.plugged", "new_state": None}}})
                for state in states():
                    send({"id": 1, "type": "event",
                          "event": {"event_type": "state_changed", "data": {"new_state": state}}})
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    writer.close()


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", int(sys.argv[1]))
    print(f"listening {server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


asyncio.run(main())
