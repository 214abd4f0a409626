"""A Hermes app on rhasspy-hermes, Rhasspy's own classes, which reads every message and answers GetTime: hermes_app.py PORT"""

import sys

import paho.mqtt.client
from rhasspyhermes.asr import AsrStartListening, AsrStopListening, AsrTextCaptured
from rhasspyhermes.audioserver import AudioPlayFinished
from rhasspyhermes.client import HermesClient
from rhasspyhermes.dialogue import DialogueEndSession, DialogueSessionEnded, DialogueSessionStarted
from rhasspyhermes.nlu import NluIntent, NluIntentNotRecognized, NluIntentParsed
from rhasspyhermes.tts import TtsSay, TtsSayFinished
from rhasspyhermes.wake import HotwordDetected

READ = [
    AsrStartListening, AsrStopListening, AsrTextCaptured, AudioPlayFinished, DialogueSessionEnded, DialogueSessionStarted,
    HotwordDetected, NluIntent, NluIntentNotRecognized, NluIntentParsed, TtsSayFinished]


class Failing:
    """Stands for the logger to which rhasspy-hermes tells what it cannot read."""

    @staticmethod
    def exception(text: str, *values: object) -> None:
        print("unreadable", text % values, sys.exc_info()[1], flush=True)


def received(client: paho.mqtt.client.Client, _: object, message: paho.mqtt.client.MQTTMessage) -> None:
    for parsed, site, session in HermesClient.parse_mqtt_message(message.topic, message.payload, READ, logger=Failing):
        print("read", type(parsed).__name__, parsed.to_json(), flush=True)
        if isinstance(parsed, NluIntent) and parsed.intent.intent_name == "GetTime":
            answer = DialogueEndSession(session_id=parsed.session_id, text="It is noon.")
            client.publish(answer.topic(), answer.payload())
            say = TtsSay(text="By the way.", id="say-1", site_id=parsed.site_id)
            client.publish(say.topic(), say.payload())


app = paho.mqtt.client.Client()
app.on_message = received
app.on_connect = lambda client, *_: client.subscribe("hermes/#")
app.on_subscribe = lambda *_: print("ready", flush=True)
app.connect("127.0.0.1", int(sys.argv[1]))
app.loop_forever()
