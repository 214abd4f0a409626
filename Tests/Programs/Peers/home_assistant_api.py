"""What a test asks of a running Home Assistant: home_assistant_api.py PORT COMMAND [ARGUMENT…]

onboard             makes the first user, and prints an access token
state TOKEN ENTITY  prints an entity's state
await TOKEN ENTITY STATE  waits for an entity to have a state
wyoming TOKEN PORT  adds the Wyoming service at a port, and prints its name
assistant TOKEN     lets the assistant hear and speak through the service "saybus", and prints its engines"""

import asyncio
import json
import sys

import aiohttp

PORT, COMMAND, ARGUMENTS = sys.argv[1], sys.argv[2], sys.argv[3:]
BASE = f"http://127.0.0.1:{PORT}"
CLIENT = BASE + "/"


async def post(session, path, body, token=None, form=False):
    """The answer to a POST request."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with session.post(BASE + path, headers=headers, **{"data" if form else "json": body}) as response:
        response.raise_for_status()
        return await response.json()


async def connect(session, token):
    """A WebSocket that is signed in."""
    socket = await session.ws_connect(BASE + "/api/websocket", max_msg_size=0)
    await socket.receive_json()
    await socket.send_json({"type": "auth", "access_token": token})
    answer = await socket.receive_json()
    if answer["type"] != "auth_ok":
        raise SystemExit(f"no entry: {answer}")
    return socket


async def ask(socket, number, kind, **fields):
    """The result of a command."""
    await socket.send_json({"id": number, "type": kind, **fields})
    while True:
        answer = await socket.receive_json()
        if answer.get("id") == number and answer["type"] == "result":
            if not answer["success"]:
                raise SystemExit(f"{kind}: {answer['error']}")
            return answer["result"]


async def run():
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(60)) as session:
        if COMMAND == "onboard":
            user = await post(session, "/api/onboarding/users", {
                "name": "Test", "username": "test", "password": "test", "client_id": CLIENT, "language": "en"})
            tokens = await post(session, "/auth/token", {
                "client_id": CLIENT, "grant_type": "authorization_code", "code": user["auth_code"]}, form=True)
            return tokens["access_token"]
        token = ARGUMENTS[0]
        if COMMAND == "wyoming":
            flow = await post(session, "/api/config/config_entries/flow", {"handler": "wyoming"}, token)
            result = await post(session, f"/api/config/config_entries/flow/{flow['flow_id']}", {
                "host": "127.0.0.1", "port": int(ARGUMENTS[1])}, token)
            return json.dumps([result["type"], result.get("title") or result.get("reason") or result.get("errors")])
        socket = await connect(session, token)
        if COMMAND == "assistant":
            pipelines = await ask(socket, 1, "assist_pipeline/pipeline/list")
            pipeline = next(one for one in pipelines["pipelines"] if one["id"] == pipelines["preferred_pipeline"])
            changes = {"stt_engine": "stt.saybus", "stt_language": "en", "tts_engine": "tts.saybus",
                       "tts_language": "en-us", "tts_voice": None}
            voices = await ask(socket, 2, "tts/engine/list")
            languages = next(one for one in voices["providers"] if one["engine_id"] == "tts.saybus")
            changes["tts_language"] = next(
                one for one in languages["supported_languages"] if one.lower().startswith("en"))
            identifier = pipeline.pop("id")
            await ask(socket, 3, "assist_pipeline/pipeline/update", pipeline_id=identifier, **{**pipeline, **changes})
            return json.dumps(changes)
        if COMMAND in ("state", "await"):
            await socket.send_json({"id": 1, "type": "subscribe_entities", "entity_ids": [ARGUMENTS[1]]})
            while True:
                message = await socket.receive_json()
                event = message.get("event", {})
                state = event.get("a", {}).get(ARGUMENTS[1], {}).get("s")
                state = state or event.get("c", {}).get(ARGUMENTS[1], {}).get("+", {}).get("s")
                if state and (COMMAND == "state" or state == ARGUMENTS[2]):
                    return state
        raise SystemExit(f"no command {COMMAND}")


print(asyncio.run(run()), flush=True)
