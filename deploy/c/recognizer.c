/* An intent recognizer in C, to run instead of saybus-intent. It knows the catalogs' phrases word by word.
 *
 *     gcc -O2 -o recognizer deploy/c/recognizer.c -lzmq -ljansson
 *     saybus conform --role intent -- ./recognizer */
#include "saybus.h"

enum { MOST_APPS = 64, MOST_PROGRAMS = 16, MOST_STAGES = 1024 };

static json_t *catalogs; /* By app, a list of its programs' catalogs, the newest last. */
static json_t *stages;   /* By role and instance, whether it is gone, and the start that it has shown last. */

/* Whether a program has said that it has ended, or the broker that it is lost. */
static bool is_gone(json_t *source) {
    return json_is_true(json_object_get(json_object_get(stages, json_string_value(source)), "gone"));
}

/* Those programs of an app that are there. If all have gone, the newest: the user then hears that the app cannot answer. */
static json_t *serving(json_t *programs) {
    json_t *there = json_array(), *program;
    size_t place;
    json_array_foreach(programs, place, program) {
        if (!is_gone(json_object_get(program, "source"))) json_array_append(there, program);
    }
    if (!json_array_size(there)) json_array_append(there, json_array_get(programs, json_array_size(programs) - 1));
    return there;
}

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
        json_t *there = serving(programs), *catalog = counting(there, session);
        json_array_foreach(json_object_get(catalog, "commands"), index, command) {
            json_array_foreach(json_object_get(command, "patterns"), place, pattern) {
                const char *type = json_string_value(json_object_get(command, "type"));
                if (!type || !json_is_string(pattern) || strcmp(json_string_value(pattern), text)) continue;
                if (!can_be_said(catalog, type, session)) continue;
                json_array_append_new(hypotheses, json_pack("{s:s, s:s, s:f, s:{}, s:s}", "app", app, "type", type,
                                                            "confidence", 1.0, "parameters", "matcher", text));
            }
        }
        json_decref(there);
    }
    return hypotheses;
}

/* Each program of an app has its own catalog: while one replaces another, both are there. An empty one withdraws it, and
 * those of programs that have gone. */
static void keep(const char *app, json_t *source, json_t *catalog) {
    json_t *programs = json_object_get(catalogs, app), *program;
    bool is_empty = !json_array_size(json_object_get(catalog, "commands"));
    for (size_t place = json_array_size(programs); place-- > 0;) {
        program = json_array_get(programs, place);
        bool is_same = json_equal(json_object_get(program, "source"), source);
        /* Repeated, it does not become the newest. */
        if (is_same && json_equal(json_object_get(program, "catalog"), catalog)) return;
        if (is_same || (is_empty && is_gone(json_object_get(program, "source")))) json_array_remove(programs, place);
    }
    if (!is_empty) {
        if (!programs && json_object_size(catalogs) >= MOST_APPS) return;
        if (!programs) json_object_set_new(catalogs, app, programs = json_array());
        if (json_array_size(programs) == MOST_PROGRAMS) json_array_remove(programs, 0);
        json_array_append_new(programs, json_pack("{s:O, s:O}", "source", source, "catalog", catalog));
    }
    if (!json_array_size(programs)) json_object_del(catalogs, app);
}

/* Shows in the status which revisions of catalogs count. */
static void tell(saybus_bus *bus) {
    char before[sizeof bus->revision];
    size_t used = 0;
    const char *name;
    json_t *programs;
    strcpy(before, bus->revision);
    bus->revision[0] = 0;
    json_object_foreach(catalogs, name, programs) {
        json_t *there = serving(programs);
        used += (size_t)snprintf(bus->revision + used, sizeof bus->revision - used, "%s%s", used ? "+" : "",
                                 json_string_value(json_object_get(newest(there), "revision")));
        json_decref(there);
        if (used >= sizeof bus->revision) break;
    }
    if (bus->state && strcmp(before, bus->revision)) saybus_status(bus);
}

static void learn(saybus_bus *bus, saybus_message *message) {
    json_t *catalog = message->body;
    const char *app = json_string_value(json_object_get(catalog, "app"));
    if (!app || !json_is_array(json_object_get(catalog, "commands"))
        || !json_is_string(json_object_get(catalog, "revision"))) {
        return saybus_malformed(bus, "a catalog without app, revision or commands");
    }
    keep(app, json_object_get(message->header, "source"), catalog);
    tell(bus);
}

/* Learns from a status which programs are there. That of a start that another one of its name has replaced, which has
 * shown itself in the last three seconds, says nothing. */
static void watch(saybus_bus *bus, saybus_message *message) {
    const char *role = json_string_value(json_object_get(message->body, "role"));
    const char *instance = json_string_value(json_object_get(message->body, "instance"));
    const char *state = json_string_value(json_object_get(message->body, "state"));
    json_t *uptime = json_object_get(message->body, "uptimeMs"), *run = json_object_get(message->header, "run");
    if (!role || !instance || !state || !json_is_number(uptime)) {
        return saybus_malformed(bus, "a status without role, instance, state or uptime");
    }
    char name[140];
    snprintf(name, sizeof name, "%.64s/%.64s", role, instance);
    json_t *known = json_object_get(stages, name);
    double at = (double)json_integer_value(json_object_get(message->header, "at"));
    double began = at - json_number_value(uptime) * 1000, silence = at - json_real_value(json_object_get(known, "at"));
    bool was_gone = json_is_true(json_object_get(known, "gone"));
    bool is_other = known && !was_gone && !json_equal(json_object_get(known, "run"), run);
    bool is_former = is_other && silence >= 0 && silence <= 3e6;
    if (is_former && began < json_real_value(json_object_get(known, "began"))) return;
    bool has_gone = !strcmp(state, "stopped") || !strcmp(state, "failed") || !strcmp(state, "lost");
    if (!known && json_object_size(stages) >= MOST_STAGES) { /* The one that is known longest makes room. */
        json_object_del(stages, json_object_iter_key(json_object_iter(stages)));
    }
    json_t *shown = json_pack("{s:b, s:O, s:f, s:f}", "gone", (int)has_gone, "run", run, "at", at, "began", began);
    json_object_set_new(stages, name, shown);
    if (has_gone != was_gone) tell(bus);
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
    stages = json_object();
    saybus_open(&bus, argc, argv, "intent", "phrases-c");
    saybus_connect(&bus, (const char *[]){"catalog", "speech.transcript", "stage.status", NULL});
    saybus_ready(&bus);
    for (saybus_message *message; (message = saybus_receive(&bus)); saybus_release(message)) {
        const char *kind = json_string_value(json_object_get(message->header, "kind"));
        if (!strcmp(kind, "catalog")) learn(&bus, message);
        else if (!strcmp(kind, "stage.status")) watch(&bus, message);
        else answer(&bus, message);
    }
    int code = saybus_close(&bus);
    json_decref(catalogs);
    json_decref(stages);
    return code;
}
