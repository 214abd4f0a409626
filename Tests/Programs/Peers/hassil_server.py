"""A Wyoming intent server on the protocol's own library, which matches with hassil, Home Assistant's matcher: hassil_server.py URI"""

import asyncio
import sys

from hassil import Intents, recognize
from wyoming.info import Attribution, Describe, Info, IntentModel, IntentProgram
from wyoming.intent import Entity, Intent, NotRecognized, Recognize
from wyoming.server import AsyncEventHandler, AsyncServer

INTENTS = Intents.from_dict({
    "language": "en",
    "intents": {"Light": {"data": [{"sentences": ["(turn|switch) on [the] {room} light[s]"]}]}},
    "lists": {"room": {"values": ["kitchen", "bedroom"]}}})
MAKER = Attribution(name="OHF", url="")
ITEM = {"name": "hassil", "attribution": MAKER, "installed": True, "description": None, "version": None}


class Handler(AsyncEventHandler):
    async def handle_event(self, event):
        if Describe.is_type(event.type):
            model = IntentModel(languages=["en"], **ITEM)
            await self.write_event(Info(intent=[IntentProgram(models=[model], **ITEM)]).event())
        elif Recognize.is_type(event.type):
            result = recognize(Recognize.from_event(event).text, INTENTS)
            if result is None:
                await self.write_event(NotRecognized().event())
            else:
                entities = [Entity(name=one.name, value=one.value) for one in result.entities_list]
                await self.write_event(Intent(name=result.intent.name, entities=entities).event())
        return True


async def main():
    server = AsyncServer.from_uri(sys.argv[1])
    print("ready", flush=True)
    await server.run(Handler)


asyncio.run(main())
