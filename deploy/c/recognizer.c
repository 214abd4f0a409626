/* An intent recognizer in C, to run instead of saybus-intent. It knows the catalogs' phrases word by word.
 *
 *     gcc -O2 -o recognizer deploy/c/recognizer.c -lzmq -ljansson
 *     saybus conform --role intent -- ./recognizer */
#include "saybus.h"

enum { MOST_APPS = 64 };

static json_t *catalogs; /* By app. */

/* The commands that have the text among their patterns. */
static json_t *recognize(const char *text) {
    json_t *hypotheses = json_array(), *catalog, *command, *pattern;
    const char *app;
    size_t index, place;
    json_object_foreach(catalogs, app, catalog) {
        json_array_foreach(json_object_get(catalog, "commands"), index, command) {
            json_array_foreach(json_object_get(command, "patterns"), place, pattern) {
                const char *type = json_string_value(json_object_get(command, "type"));
                if (!type || !json_is_string(pattern) || strcmp(json_string_value(pattern), text)) continue;
                json_array_append_new(hypotheses, json_pack("{s:s, s:s, s:f, s:{}, s:s}", "app", app, "type", type,
                                                            "confidence", 1.0, "parameters", "matcher", text));
            }
        }
    }
    return hypotheses;
}

static void learn(saybus_bus *bus, json_t *catalog) {
    const char *app = json_string_value(json_object_get(catalog, "app"));
    if (!app || !json_is_array(json_object_get(catalog, "commands"))
        || !json_is_string(json_object_get(catalog, "revision"))) {
        return saybus_malformed(bus, "a catalog without app, revision or commands");
    }
    if (json_object_size(catalogs) >= MOST_APPS && !json_object_get(catalogs, app)) return;
    json_object_set(catalogs, app, catalog);
    size_t used = 0;
    const char *name;
    json_t *one;
    bus->revision[0] = 0;
    json_object_foreach(catalogs, name, one) {
        used += (size_t)snprintf(bus->revision + used, sizeof bus->revision - used, "%s%s", used ? "+" : "",
                                 json_string_value(json_object_get(one, "revision")));
        if (used >= sizeof bus->revision) break;
    }
    if (bus->state) saybus_status(bus);
}

static void answer(saybus_bus *bus, saybus_message *message) {
    const char *text = json_string_value(json_object_get(message->body, "text"));
    json_t *empty = json_object_get(message->body, "empty");
    if (!text) { /* Refused: its publisher does not send it again. */
        saybus_malformed(bus, "a transcript without text");
        json_t *receipt = json_pack("{s:s, s:s}", "of", "speech.transcript", "problem", "the transcript has no text");
        saybus_publish(bus, "receipt", receipt, message, NULL);
        json_t *end = json_pack("{s:s, s:{}, s:s}", "outcome", "failed", "timings", "reason", "the transcript has no text");
        return saybus_publish(bus, "turn.ended", end, message, NULL);
    }
    json_t *intent = json_pack("{s:s, s:o, s:s}", "text", text, "hypotheses", recognize(text), "engine", bus->engine);
    if (json_is_string(empty) && !text[strspn(text, " \t\r\n")]) json_object_set(intent, "empty", empty);
    if (bus->revision[0]) json_object_set_new(intent, "catalogRevision", json_string(bus->revision));
    saybus_publish(bus, "speech.intent", intent, message, NULL);
}

int main(int argc, char **argv) {
    static saybus_bus bus;
    catalogs = json_object();
    saybus_open(&bus, argc, argv, "intent", "phrases-c");
    saybus_connect(&bus, (const char *[]){"catalog", "speech.transcript", NULL});
    saybus_ready(&bus);
    for (saybus_message *message; (message = saybus_receive(&bus)); saybus_release(message)) {
        const char *kind = json_string_value(json_object_get(message->header, "kind"));
        if (!strcmp(kind, "catalog")) learn(&bus, message->body);
        else answer(&bus, message);
    }
    int code = saybus_close(&bus);
    json_decref(catalogs);
    return code;
}
