"""A skill written with Amazon's ask-sdk-core, behind HTTP: what saybus-dispatch --skill deploy/examples/morning-show asks.

It leads a dialog, keeps the alarm of each user in a file in place of DynamoDB, asks for the time zone, plays two streams
one after the other, and says whether it could fulfill an intent that was said without its name.
"""

# Amazon's library leaves the types of its decorators open.
# pyright: standard

import argparse
import datetime
import json
import sqlite3
import threading
import zoneinfo
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import requests
from ask_sdk_core.attributes_manager import AbstractPersistenceAdapter
from ask_sdk_core.handler_input import HandlerInput
from ask_sdk_core.skill_builder import CustomSkillBuilder
from ask_sdk_core.utils import is_intent_name, is_request_type
from ask_sdk_model import DialogState, IntentConfirmationStatus, Response
from ask_sdk_model.canfulfill import (
    CanFulfillIntent, CanFulfillIntentValues, CanFulfillSlot, CanFulfillSlotValues, CanUnderstandSlotValues,
)
from ask_sdk_model.dialog import DelegateDirective
from ask_sdk_model.interfaces.audioplayer import (
    AudioItem, ClearBehavior, ClearQueueDirective, PlayBehavior, PlayDirective, StopDirective, Stream,
)
from ask_sdk_model.services import ApiClient, ApiClientRequest, ApiClientResponse

HELP = "You can say: wake me up, or: play the show."

arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
arguments.add_argument("--port", type=int, default=4002, help="0 for any that is free")
arguments.add_argument("--store", default="morning.sqlite", help="the file with what is kept of each user")
arguments.add_argument("--stream", nargs="*", default=["soundbank://saybus/bird", "soundbank://saybus/bell"])


class SQLiteAdapter(AbstractPersistenceAdapter):
    """Keeps the attributes of each user in a file."""

    def __init__(self, path: str) -> None:
        self.lock = threading.Lock()
        self.file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.file.execute("CREATE TABLE IF NOT EXISTS attributes (user TEXT PRIMARY KEY, json TEXT)")

    @staticmethod
    def user(request_envelope) -> str:
        return request_envelope.context.system.user.user_id

    def get_attributes(self, request_envelope) -> dict:
        with self.lock:
            query = self.file.execute("SELECT json FROM attributes WHERE user = ?", (self.user(request_envelope),))
            row = query.fetchone()
        return json.loads(row[0]) if row else {}

    def save_attributes(self, request_envelope, attributes) -> None:
        with self.lock:
            values = (self.user(request_envelope), json.dumps(attributes))
            self.file.execute("REPLACE INTO attributes VALUES (?, ?)", values)

    def delete_attributes(self, request_envelope) -> None:
        with self.lock:
            self.file.execute("DELETE FROM attributes WHERE user = ?", (self.user(request_envelope),))


class PlainClient(ApiClient):
    """Asks over HTTP, which the library's own client refuses."""

    def invoke(self, request: ApiClientRequest) -> ApiClientResponse:
        answer = requests.request(request.method, request.url, headers=dict(request.headers), timeout=5)
        return ApiClientResponse(headers=answer.headers.items(), status_code=answer.status_code, body=answer.text)


options = arguments.parse_args()
builder = CustomSkillBuilder(persistence_adapter=SQLiteAdapter(options.store), api_client=PlainClient())


def answer(handler_input: HandlerInput, text: str) -> Response:
    return handler_input.response_builder.speak(text).ask(HELP).response


def play(handler_input: HandlerInput, number: int, behavior: PlayBehavior, offset: int = 0) -> Response:
    """Plays the stream with a number, whose token it is."""
    before = str(number - 1) if behavior == PlayBehavior.ENQUEUE else None
    stream = Stream(
        url=options.stream[number], token=str(number), offset_in_milliseconds=offset, expected_previous_token=before)
    directive = PlayDirective(play_behavior=behavior, audio_item=AudioItem(stream=stream))
    return handler_input.response_builder.add_directive(directive).set_should_end_session(True).response


@builder.request_handler(is_request_type("LaunchRequest"))
def launch(handler_input: HandlerInput) -> Response:
    device = handler_input.request_envelope.context.system.device.device_id
    zone = handler_input.service_client_factory.get_ups_service().get_system_time_zone(device)
    hour = datetime.datetime.now(zoneinfo.ZoneInfo(zone)).hour
    manager = handler_input.attributes_manager
    kept = manager.persistent_attributes
    kept["visits"] = kept.get("visits", 0) + 1
    manager.save_persistent_attributes()
    greeting = "Good morning" if hour < 12 else "Good afternoon" if hour < 18 else "Good evening"
    city = zone.split("/")[-1].replace("_", " ")
    again = "" if kept["visits"] == 1 else " again"
    return answer(handler_input, f"{greeting}{again}, {city}. Shall I wake you, or play the show?")


@builder.request_handler(is_request_type("CanFulfillIntentRequest"))
def can_fulfill(handler_input: HandlerInput) -> Response:
    intent = handler_input.request_envelope.request.intent
    known = intent.name in ("AlarmIntent", "WhenIntent", "PlayIntent")
    values = CanFulfillIntentValues.YES if known else CanFulfillIntentValues.NO
    slots = {
        name: CanFulfillSlot(
            can_understand=CanUnderstandSlotValues.YES if slot.value else CanUnderstandSlotValues.NO,
            can_fulfill=CanFulfillSlotValues.YES if slot.value else CanFulfillSlotValues.NO)
        for name, slot in (intent.slots or {}).items()
    }
    return handler_input.response_builder.set_can_fulfill_intent(CanFulfillIntent(values, slots)).response


@builder.request_handler(
    lambda i: is_intent_name("AlarmIntent")(i) and i.request_envelope.request.dialog_state != DialogState.COMPLETED
)
def ask(handler_input: HandlerInput) -> Response:
    return handler_input.response_builder.add_directive(DelegateDirective()).response


@builder.request_handler(is_intent_name("AlarmIntent"))
def alarm(handler_input: HandlerInput) -> Response:
    if handler_input.request_envelope.request.intent.confirmation_status != IntentConfirmationStatus.CONFIRMED:
        return answer(handler_input, "All right, I will not wake you. What else?")
    manager = handler_input.attributes_manager
    manager.persistent_attributes["hour"] = handler_input.request_envelope.request.intent.slots["hour"].value
    manager.save_persistent_attributes()
    return answer(handler_input, f"I will wake you at {manager.persistent_attributes['hour']}. What else?")


@builder.request_handler(is_intent_name("WhenIntent"))
def when(handler_input: HandlerInput) -> Response:
    hour = handler_input.attributes_manager.persistent_attributes.get("hour")
    return answer(handler_input, f"I wake you at {hour}." if hour else "I do not wake you.")


@builder.request_handler(is_intent_name("PlayIntent"))
def play_show(handler_input: HandlerInput) -> Response:
    return play(handler_input, 0, PlayBehavior.REPLACE_ALL)


@builder.request_handler(is_request_type("AudioPlayer.PlaybackNearlyFinished"))
def enqueue(handler_input: HandlerInput) -> Response:
    following = int(handler_input.request_envelope.request.token) + 1
    if following >= len(options.stream):
        return handler_input.response_builder.response
    return play(handler_input, following, PlayBehavior.ENQUEUE)


@builder.request_handler(is_intent_name("AMAZON.PauseIntent"))
def pause(handler_input: HandlerInput) -> Response:
    return handler_input.response_builder.add_directive(StopDirective()).set_should_end_session(True).response


@builder.request_handler(is_intent_name("AMAZON.ResumeIntent"))
def resume(handler_input: HandlerInput) -> Response:
    player = handler_input.request_envelope.context.audio_player
    if player is None or player.token is None:
        return answer(handler_input, "Nothing was playing.")
    return play(handler_input, int(player.token), PlayBehavior.REPLACE_ALL, player.offset_in_milliseconds or 0)


@builder.request_handler(is_intent_name("AMAZON.NextIntent"))
def skip(handler_input: HandlerInput) -> Response:
    player = handler_input.request_envelope.context.audio_player
    following = int(player.token) + 1 if player and player.token else 0
    return play(handler_input, following % len(options.stream), PlayBehavior.REPLACE_ALL)


@builder.request_handler(lambda i: is_intent_name("AMAZON.StopIntent")(i) or is_intent_name("AMAZON.CancelIntent")(i))
def stop(handler_input: HandlerInput) -> Response:
    clear = ClearQueueDirective(clear_behavior=ClearBehavior.CLEAR_ALL)
    return handler_input.response_builder.add_directive(clear).set_should_end_session(True).response


@builder.request_handler(
    lambda i: is_intent_name("AMAZON.HelpIntent")(i) or is_intent_name("AMAZON.FallbackIntent")(i)
)
def help_(handler_input: HandlerInput) -> Response:
    return answer(handler_input, HELP)


# The end of a session and the other audio events need no answer.
@builder.request_handler(lambda _: True)
def other(handler_input: HandlerInput) -> Response:
    return handler_input.response_builder.response


handler = builder.lambda_handler()


class Server(BaseHTTPRequestHandler):
    """Hands each request to the skill."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            status, response = 200, handler(json.loads(body), None)
        except Exception as error:  # The skill's own; its host speaks of it.
            status, response = 500, {"error": repr(error)}
        text = json.dumps(response).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", options.port), Server)
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()
