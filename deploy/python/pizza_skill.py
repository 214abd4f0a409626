"""A skill written with Amazon's ask-sdk-core, behind HTTP: what saybus-dispatch --skill deploy/examples/pizza-place asks.

Nothing in it knows of Saybus: behind a gateway of Amazon's, `handler` is a Lambda function.
"""

import argparse
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from ask_sdk_core.skill_builder import SkillBuilder
from ask_sdk_core.utils import get_slot, is_intent_name, is_request_type
from ask_sdk_model import DialogState, IntentConfirmationStatus
from ask_sdk_model.dialog import DelegateDirective, ElicitSlotDirective

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
EXAMPLE = "Say, for instance: a large pizza with olives."

builder = SkillBuilder()


def canonical(handler_input, name):
    """The name of a slot's value in the model, or what was said."""
    slot = get_slot(handler_input, name)
    for resolution in (slot.resolutions.resolutions_per_authority or []) if slot.resolutions else []:
        if resolution.values:
            return resolution.values[0].value.name
    return slot.value


def number(text):
    return NUMBERS[int(text)] if text.isdigit() and int(text) < len(NUMBERS) else text


def answer(handler_input, text, reprompt=EXAMPLE):
    return handler_input.response_builder.speak(text).ask(reprompt).response


@builder.request_handler(is_request_type("LaunchRequest"))
def launch(handler_input):
    return answer(handler_input, "Welcome to the pizza place. What would you like?")


@builder.request_handler(
    lambda i: is_intent_name("OrderIntent")(i)
    and i.request_envelope.request.dialog_state != DialogState.COMPLETED
)
def ordering(handler_input):
    intent = handler_input.request_envelope.request.intent
    if canonical(handler_input, "topping") == "anchovies":
        intent.slots["topping"].value = None
        intent.slots["topping"].resolutions = None
        question = "We are out of anchovies. What else would you like on it?"
        return (
            handler_input.response_builder.speak(question).ask(question)
            .add_directive(ElicitSlotDirective(slot_to_elicit="topping", updated_intent=intent)).response
        )
    return handler_input.response_builder.add_directive(DelegateDirective()).response


@builder.request_handler(is_intent_name("OrderIntent"))
def ordered(handler_input):
    if handler_input.request_envelope.request.intent.confirmation_status != IntentConfirmationStatus.CONFIRMED:
        return answer(handler_input, "All right, nothing is ordered. What would you like?")
    count = number(canonical(handler_input, "count")).capitalize()
    order = f"{count}, {canonical(handler_input, 'size')}, with {canonical(handler_input, 'topping')}"
    handler_input.attributes_manager.session_attributes["order"] = order
    return answer(handler_input, f"{order}: ready in ten minutes. Anything else?")


@builder.request_handler(is_intent_name("LastOrderIntent"))
def last_order(handler_input):
    order = handler_input.attributes_manager.session_attributes.get("order")
    if order is None:
        return answer(handler_input, "Nothing yet. What would you like?")
    return answer(handler_input, f"{order}. Anything else?")


@builder.request_handler(is_intent_name("RateIntent"))
def rate(handler_input):
    stars = number(canonical(handler_input, "stars"))
    return (
        handler_input.response_builder.speak(f"Thank you for {stars} stars. Goodbye.")
        .set_should_end_session(True).response
    )


@builder.request_handler(is_intent_name("AMAZON.HelpIntent"))
def help_(handler_input):
    return answer(handler_input, EXAMPLE)


@builder.request_handler(is_intent_name("AMAZON.FallbackIntent"))
def fallback(handler_input):
    return answer(handler_input, f"I only know pizza. {EXAMPLE}")


@builder.request_handler(lambda i: is_intent_name("AMAZON.StopIntent")(i) or is_intent_name("AMAZON.CancelIntent")(i))
def stop(handler_input):
    return handler_input.response_builder.speak("Goodbye.").set_should_end_session(True).response


@builder.request_handler(is_request_type("SessionEndedRequest"))
def ended(handler_input):
    return handler_input.response_builder.response


handler = builder.lambda_handler()


class Server(BaseHTTPRequestHandler):
    """Hands each request to the skill."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
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

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=4001, help="0 for any that is free")
    server = ThreadingHTTPServer(("127.0.0.1", parser.parse_args().port), Server)
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()
