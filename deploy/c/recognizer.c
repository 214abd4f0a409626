/* An intent recognizer in C, to run instead of saybus-intent. It knows the catalogs' phrases word by word.
 *
 *     gcc -O2 -o recognizer deploy/c/recognizer.c -lzmq -ljansson
 *     saybus conform --role intent -- ./recognizer */
#include "saybus.h"

enum { MOST_APPS = 64, MOST_PROGRAMS = 16 };

static json_t *catalogs; /* By app, a list of its programs' catalogs, the newest last. */

/* The newest catalog of an app, whose revision is told. */
static json_t *newest(json_t *programs) {
    return json_object_get(json_array_get(programs, json_array_size(programs) - 1), "catalog");
}

static bool has(json_t *texts, const char *text) {
    size_t place;
    json_t *one;
    json_array_foreach(texts, place, one) if (json_is_string(one) && !strcmp(json_string_value(one), text)) return true;
    return false;
}

/* Whether a command can be said in a session: one that scopes name only in theirs. */
static bool can_be_said(json_t *catalog, const char *type, const char *session) {
    bool is_scoped = false;
    size_t index;
    json_t *scope;
    json_array_foreach(json_object_get(catalog, "scopes"), index, scope) {
        if (!has(json_object_get(scope, "commands"), type)) continue;
        if (has(json_object_get(scope, "sessions"), session)) return true;
        is_scoped = true;
    }
    return !is_scoped;
}

/* The catalog of an app that counts in a session: the newest of which something can be said there. */
static json_t *counting(json_t *programs, const char *session) {
    for (size_t place = json_array_size(programs); place-- > 0;) {
        json_t *catalog = json_object_get(json_array_get(programs, place), "catalog"), *command;
        size_t index;
        json_array_foreach(json_object_get(catalog, "commands"), index, command) {
            const char *type = json_string_value(json_object_get(command, "type"));
            if (type && can_be_said(catalog, type, session)) return catalog;
        }
    }
    return NULL;
}

/* The commands of a session that have the text among their patterns. */
static json_t *recognize(const char *text, const char *session) {
    json_t *hypotheses = json_array(), *programs, *command, *pattern;
    const char *app;
    size_t index, place;
    json_object_foreach(catalogs, app, programs) {
        json_t *catalog = counting(programs, session);
        json_array_foreach(json_object_get(catalog, "commands"), index, command) {
            json_array_foreach(json_object_get(command, "patterns"), place, pattern) {
                const char *type = json_string_value(json_object_get(command, "type"));
                if (!type || !json_is_string(pattern) || strcmp(json_string_value(pattern), text)) continue;
                if (!can_be_said(catalog, type, session)) continue;
                json_array_append_new(hypotheses, json_pack("{s:s, s:s, s:f, s:{}, s:s}", "app", app, "type", type,
                                                            "confidence", 1.0, "parameters", "matcher", text));
            }
        }
    }
    return hypotheses;
}

/* Each program of an app has its own catalog: while one replaces another, both are there. An empty one withdraws it. */
static void keep(const char *app, json_t *source, json_t *catalog) {
    json_t *programs = json_object_get(catalogs, app), *program;
    size_t place;
    json_array_foreach(programs, place, program) {
        if (!json_equal(json_object_get(program, "source"), source)) continue;
        if (json_equal(json_object_get(program, "catalog"), catalog)) return; /* Repeated, it is not the newest. */
        json_array_remove(programs, place);
        break;
    }
    if (json_array_size(json_object_get(catalog, "commands"))) {
        if (!programs && json_object_size(catalogs) >= MOST_APPS) return;
        if (!programs) json_object_set_new(catalogs, app, programs = json_array());
        if (json_array_size(programs) == MOST_PROGRAMS) json_array_remove(programs, 0);
        json_array_append_new(programs, json_pack("{s:O, s:O}", "source", source, "catalog", catalog));
    }
    if (!json_array_size(programs)) json_object_del(catalogs, app);
}

static void learn(saybus_bus *bus, saybus_message *message) {
    json_t *catalog = message->body, *programs;
    const char *app = json_string_value(json_object_get(catalog, "app"));
    if (!app || !json_is_array(json_object_get(catalog, "commands"))
        || !json_is_string(json_object_get(catalog, "revision"))) {
        return saybus_malformed(bus, "a catalog without app, revision or commands");
    }
    keep(app, json_object_get(message->header, "source"), catalog);
    size_t used = 0;
    const char *name;
    bus->revision[0] = 0;
    json_object_foreach(catalogs, name, programs) {
        used += (size_t)snprintf(bus->revision + used, sizeof bus->revision - used, "%s%s", used ? "+" : "",
                                 json_string_value(json_object_get(newest(programs), "revision")));
        if (used >= sizeof bus->revision) break;
    }
    if (bus->state) saybus_status(bus);
}

/* Refuses a transcript that cannot be read: its publisher does not send it again, and the turn fails. */
static void refuse(saybus_bus *bus, saybus_message *message, const char *field) {
    char reason[300];
    snprintf(reason, sizeof reason, "%s published a transcript whose %s cannot be read",
             json_string_value(json_object_get(message->header, "source")), field);
    saybus_malformed(bus, reason);
    json_t *receipt = json_pack("{s:s, s:s}", "of", "speech.transcript", "problem", reason);
    saybus_publish(bus, "receipt", receipt, message, NULL);
    json_t *end = json_pack("{s:s, s:{}, s:s}", "outcome", "failed", "timings", "reason", reason);
    saybus_publish(bus, "turn.ended", end, message, NULL);
}

static void answer(saybus_bus *bus, saybus_message *message) {
    const char *text = json_string_value(json_object_get(message->body, "text"));
    const char *session = json_string_value(json_object_get(message->header, "session"));
    json_t *empty = json_object_get(message->body, "empty"), *confidence = json_object_get(message->body, "confidence");
    if (!text) return refuse(bus, message, "text");
    /* An intent without it would be carried out as if the words had been typed. */
    bool is_share = json_is_number(confidence) && json_number_value(confidence) >= 0 && json_number_value(confidence) <= 1;
    if (!is_share) return refuse(bus, message, "confidence");
    if (!json_is_string(json_object_get(message->body, "engine"))) return refuse(bus, message, "engine");
    json_t *intent = json_pack("{s:s, s:o, s:s}", "text", text, "hypotheses", recognize(text, session), "engine",
                               bus->engine);
    if (json_is_string(empty) && !text[strspn(text, " \t\r\n")]) json_object_set(intent, "empty", empty);
    json_object_set(intent, "confidence", confidence);
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
        if (!strcmp(kind, "catalog")) learn(&bus, message);
        else answer(&bus, message);
    }
    int code = saybus_close(&bus);
    json_decref(catalogs);
    return code;
}
