"""A skill: reads a request of Alexa's format in each line of standard input, and answers it in a line."""

import json
import sys

HELP = "Say hello."


def respond(request: dict) -> tuple[str, bool]:
    """What is said, and whether the session goes on."""
    if request["type"] == "LaunchRequest":
        return f"Welcome. {HELP}", True
    match request.get("intent", {}).get("name"):
        case "HelloIntent":
            return "Hello to you!", False
        case "AMAZON.StopIntent" | "AMAZON.CancelIntent":
            return "Goodbye.", False
    return HELP, True


for line in sys.stdin:
    request = json.loads(line)["request"]
    response: dict = {}
    if request["type"] != "SessionEndedRequest":
        text, goes_on = respond(request)
        response = {"outputSpeech": {"type": "PlainText", "text": text}, "shouldEndSession": not goes_on}
        if goes_on:
            response["reprompt"] = {"outputSpeech": {"type": "PlainText", "text": HELP}}
    print(json.dumps({"version": "1.0", "response": response}), flush=True)
