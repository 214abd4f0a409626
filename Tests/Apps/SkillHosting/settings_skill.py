"""A skill with Amazon's library that keeps a count between sessions and asks for the time zone, on lines of JSON."""

import json
import sqlite3
import sys

from ask_sdk_core.attributes_manager import AbstractPersistenceAdapter
from ask_sdk_core.skill_builder import CustomSkillBuilder
from ask_sdk_core.utils import is_request_type
from ask_sdk_model.services import ApiClient, ApiClientResponse
from ask_sdk_model.services.service_exception import ServiceException
import requests


class SQLiteAdapter(AbstractPersistenceAdapter):
    """Keeps the attributes of each user in a file, in place of DynamoDB."""

    def __init__(self, path):
        self.file = sqlite3.connect(path, isolation_level=None)
        self.file.execute("CREATE TABLE IF NOT EXISTS attributes (user TEXT PRIMARY KEY, json TEXT)")

    def get_attributes(self, request_envelope):
        user = request_envelope.context.system.user.user_id
        row = self.file.execute("SELECT json FROM attributes WHERE user = ?", (user,)).fetchone()
        return json.loads(row[0]) if row else {}

    def save_attributes(self, request_envelope, attributes):
        user = request_envelope.context.system.user.user_id
        self.file.execute("REPLACE INTO attributes VALUES (?, ?)", (user, json.dumps(attributes)))

    def delete_attributes(self, request_envelope):
        self.file.execute("DELETE FROM attributes WHERE user = ?", (request_envelope.context.system.user.user_id,))


class PlainClient(ApiClient):
    """Asks over HTTP, which the library's own client refuses."""

    def invoke(self, request):
        answer = requests.request(request.method, request.url, headers=dict(request.headers), timeout=30)
        return ApiClientResponse(headers=answer.headers.items(), status_code=answer.status_code, body=answer.text)


builder = CustomSkillBuilder(persistence_adapter=SQLiteAdapter(sys.argv[1]), api_client=PlainClient())


@builder.request_handler(is_request_type("LaunchRequest"))
def launch(handler_input):
    manager = handler_input.attributes_manager
    visits = manager.persistent_attributes.get("visits", 0) + 1
    manager.persistent_attributes = {"visits": visits}
    manager.save_persistent_attributes()
    device = handler_input.request_envelope.context.system.device.device_id
    settings = handler_input.service_client_factory.get_ups_service()
    zone, unit = settings.get_system_time_zone(device), settings.get_system_temperature_unit(device)
    try:
        name = settings.get_profile_name()
    except ServiceException as refusal:
        name = refusal.status_code
    return handler_input.response_builder.speak(f"{visits} {zone} {unit.value} {name}").response


handler = builder.lambda_handler()
for line in sys.stdin:
    print(json.dumps(handler(json.loads(line), None)), flush=True)
