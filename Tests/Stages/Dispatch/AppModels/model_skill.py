"""A skill behind JSON lines for the tests of the app models. Arguments: a file of marks and a FIFO to wait at."""

import json
import sys

marks, gate = sys.argv[1:]


def answer(text, ends=True):
    return {"outputSpeech": {"type": "PlainText", "text": text}, "shouldEndSession": ends}


def respond(name):
    if name == "PingIntent":
        return answer("Pong.")
    if name == "WorkIntent":
        with open(marks, "a") as file:
            file.write("work\n")
        with open(gate) as fifo:
            fifo.read()
        return answer("Done.")
    if name == "AskIntent":
        return answer("Ready?", ends=False)
    if name == "AMAZON.YesIntent":
        return answer("Good.")
    if name == "AMAZON.NoIntent":
        return answer("Bad.")
    return {}


for line in sys.stdin:
    request = json.loads(line)["request"]
    response = respond(request.get("intent", {}).get("name", request["type"]))
    print(json.dumps({"version": "1.0", "response": response}), flush=True)
