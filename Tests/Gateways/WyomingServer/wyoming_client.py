"""A Wyoming client made of the protocol's own library, which judges saybus-wyoming.

wyoming_client.py URI COMMAND [ARGUMENT…] prints what came back as a line of JSON."""

import asyncio
import json
import sys
import wave

from wyoming.asr import Transcribe, Transcript, TranscriptChunk, TranscriptStart, TranscriptStop
from wyoming.audio import AudioChunk, AudioStart, AudioStop, wav_to_chunks
from wyoming.client import AsyncClient
from wyoming.handle import Handled, HandledChunk, NotHandled
from wyoming.info import Describe, Info
from wyoming.intent import Intent, NotRecognized, Recognize
from wyoming.ping import Ping, Pong
from wyoming.tts import Synthesize, SynthesizeChunk, SynthesizeStart, SynthesizeStop, SynthesizeStopped, SynthesizeVoice
from wyoming.wake import Detect, Detection, NotDetected


async def until(client, *kinds):
    """The events up to the first one of the given kinds."""
    events = []
    while True:
        event = await asyncio.wait_for(client.read_event(), 30)
        if event is None:
            raise SystemExit(f"the server closed the connection after {[one.type for one in events]}")
        events.append(event)
        if event.type == "error" or any(kind.is_type(event.type) for kind in kinds):
            return events


async def send_sound(client, path, trailing_silence=0.0):
    """Sends a WAV file as fast as it can be sent, and `audio-stop` right after its last chunk."""
    with wave.open(path) as file:
        for event in wav_to_chunks(file, 1024, start_event=True, stop_event=False):
            await client.write_event(event.event())
        rate, width, channels = file.getframerate(), file.getsampwidth(), file.getnchannels()
    if trailing_silence:
        silence = bytes(int(rate * trailing_silence) * width * channels)
        await client.write_event(AudioChunk(rate, width, channels, silence).event())
    await client.write_event(AudioStop().event())


def sound(events):
    """What a list of events holds of sound."""
    chunks = [AudioChunk.from_event(event) for event in events if AudioChunk.is_type(event.type)]
    return {"starts": sum(AudioStart.is_type(event.type) for event in events),
            "stops": sum(AudioStop.is_type(event.type) for event in events),
            "rate": chunks[0].rate if chunks else 0,
            "seconds": round(sum(chunk.seconds for chunk in chunks), 2)}


async def run(uri, command, arguments):
    """Carries out one command."""
    async with AsyncClient.from_uri(uri) as client:
        if command == "info":
            await client.write_event(Describe().event())
            info = Info.from_event((await until(client, Info))[-1])
            return {"asr": [model.name for program in info.asr for model in program.models],
                    "asr_streams": info.asr[0].supports_transcript_streaming,
                    "tts": sorted(voice.name for program in info.tts for voice in program.voices),
                    "wake": [model.phrase for program in info.wake for model in program.models],
                    "handle": [program.name for program in info.handle],
                    "intent": [program.name for program in info.intent],
                    "attribution": info.asr[0].attribution.name, "version": info.asr[0].version}
        if command == "ping":
            await client.write_event(Ping(text="hello").event())
            return {"text": Pong.from_event((await until(client, Pong))[-1]).text}
        if command == "transcribe":
            await client.write_event(Transcribe(language="en").event())
            await send_sound(client, arguments[0])
            events = await until(client, TranscriptStop)
            chunks = [TranscriptChunk.from_event(event).text for event in events
                      if TranscriptChunk.is_type(event.type)]
            text = next(Transcript.from_event(event).text for event in events if Transcript.is_type(event.type))
            return {"text": text, "chunks": len(chunks), "joined": "".join(chunks),
                    "started": any(TranscriptStart.is_type(event.type) for event in events)}
        if command == "detect":
            await client.write_event(Detect(names=arguments[1:] or None).event())
            await send_sound(client, arguments[0])
            event = (await until(client, Detection, NotDetected))[-1]
            return {"type": event.type, "name": event.data.get("name"), "timestamp": event.data.get("timestamp")}
        if command == "speak":
            voice = SynthesizeVoice(name=arguments[1]) if len(arguments) > 1 else None
            await client.write_event(Synthesize(text=arguments[0], voice=voice).event())
            events = await until(client, AudioStop)
            if events[-1].type == "error":
                return {"error": events[-1].data}
            return sound(events)
        if command == "speak-streamed":
            await client.write_event(SynthesizeStart().event())
            for piece in arguments:
                await client.write_event(SynthesizeChunk(text=piece).event())
            await client.write_event(Synthesize(text="".join(arguments)).event())
            await client.write_event(SynthesizeStop().event())
            return sound(await until(client, SynthesizeStopped))
        if command == "recognize":
            await client.write_event(Recognize(text=arguments[0]).event())
            event = (await until(client, Intent, NotRecognized))[-1]
            if Intent.is_type(event.type):
                intent = Intent.from_event(event)
                return {"name": intent.name, "entities": {one.name: one.value for one in intent.entities}}
            return {"type": event.type}
        if command == "handle":
            context = {"conversation_id": arguments[1]} if len(arguments) > 1 else None
            await client.write_event(Transcript(text=arguments[0], context=context).event())
            events = await until(client, Handled, NotHandled)
            chunks = [HandledChunk.from_event(event).text for event in events if HandledChunk.is_type(event.type)]
            last = events[-1]
            return {"type": last.type, "text": last.data.get("text"), "chunks": "".join(chunks),
                    "context": last.data.get("context")}
    raise SystemExit(f"no command {command}")


print(json.dumps(asyncio.run(run(sys.argv[1], sys.argv[2], sys.argv[3:]))), flush=True)
