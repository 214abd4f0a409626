"""Home Assistant's part in ESPHome's native API, with its own library, which judges saybus-esphome.

esphome_client.py PORT COMMAND [KEY] prints a line of JSON for each thing that happens."""

import asyncio
import json
import sys

from aioesphomeapi import APIClient, VoiceAssistantEventType as Event, VoiceAssistantTimerEventType as Timer


def tell(**facts):
    """Prints what has happened."""
    print(json.dumps(facts), flush=True)


class Assistant:
    """A pipeline with one answer, as Home Assistant runs it."""

    def __init__(self, client, url=""):
        self.client, self.url = client, url
        self.sound = 0
        self.over = asyncio.Event()

    def subscribe(self):
        """Takes the device's voice."""
        return self.client.subscribe_voice_assistant(
            handle_start=self.start, handle_stop=self.stop, handle_audio=self.hear,
            handle_announcement_finished=self.played)

    def event(self, kind, **data):
        """Sends an event of the pipeline."""
        self.client.send_voice_assistant_event(kind, data or None)

    async def start(self, conversation, flags, settings, wake_word):
        """The device has heard speech, or its wake word."""
        del settings
        tell(start=conversation, flags=flags, wake=wake_word)
        self.sound = 0
        self.event(Event.VOICE_ASSISTANT_RUN_START)
        self.event(Event.VOICE_ASSISTANT_STT_START)
        return 0

    async def hear(self, data, second=None):
        """A piece of the user's sound."""
        del second
        self.sound += len(data)

    async def stop(self, is_aborted):
        """The user has finished, or the device has given up."""
        tell(stop=is_aborted, seconds=round(self.sound / 32000, 1))
        if is_aborted:
            return
        self.event(Event.VOICE_ASSISTANT_STT_END, text="turn on the kitchen light")
        self.event(Event.VOICE_ASSISTANT_INTENT_START)
        self.event(Event.VOICE_ASSISTANT_INTENT_END, conversation_id="c1", continue_conversation="1")
        self.event(Event.VOICE_ASSISTANT_TTS_START, text="The light is on.")
        self.event(Event.VOICE_ASSISTANT_TTS_END, url=self.url)
        self.event(Event.VOICE_ASSISTANT_RUN_END)

    async def played(self, finished):
        """The answer, or an announcement, was played."""
        tell(played=finished.success)
        self.over.set()


async def main(port, command, key=None, url=""):
    """Carries out one command."""
    client = APIClient("127.0.0.1", int(port), None, noise_psk=key or None, client_info="Home Assistant")
    try:
        await client.connect(login=True)
    except Exception as error:  # pylint: disable=broad-except
        return tell(error=type(error).__name__)
    info = await client.device_info()
    entities, services = await client.list_entities_services()
    tell(name=info.name, friendly=info.friendly_name, mac=info.mac_address, area=info.suggested_area,
         features=info.voice_assistant_feature_flags_compat(client.api_version), encrypted=info.api_encryption_supported,
         entities=len(entities) + len(services))
    assistant = Assistant(client, url)
    assistant.subscribe()
    configuration = await client.get_voice_assistant_configuration(10)
    tell(wake_words=len(configuration.available_wake_words))
    if command == "turn":
        await asyncio.wait_for(assistant.over.wait(), 60)
    elif command == "announce":
        result = await client.send_voice_assistant_announcement_await_response(
            url, 30, "Dinner is ready.", start_conversation=True)
        tell(announced=result.success)
    elif command == "timer":
        for kind, left in [(Timer.VOICE_ASSISTANT_TIMER_STARTED, 300), (Timer.VOICE_ASSISTANT_TIMER_UPDATED, 200),
                           (Timer.VOICE_ASSISTANT_TIMER_FINISHED, 0)]:
            client.send_voice_assistant_timer_event(kind, "t1", "Eggs", 300, left, left > 0)
        await client.get_voice_assistant_configuration(10)
    elif command == "wait":
        await asyncio.sleep(3600)
    await client.disconnect()
    tell(disconnected=True)


asyncio.run(main(*sys.argv[1:]))
