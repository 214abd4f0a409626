/* A stage for the Saybus voice bus in C: this header, libzmq and jansson.
 *
 *     saybus_bus bus;
 *     saybus_open(&bus, argc, argv, "intent", "my-recognizer");    // options, keys, connection; ends with 64 or 69
 *     saybus_connect(&bus, (const char *[]){"catalog", "speech.transcript", NULL});
 *     saybus_ready(&bus);
 *     for (saybus_message *message; (message = saybus_receive(&bus)); saybus_release(message)) …
 *     return saybus_close(&bus);
 *
 * Include it in one file, before other headers. It beats, proves its subscriptions by a barrier, counts what is lost,
 * late, repeated and no message, sends again what nobody has answered, comes back to a broker that was restarted, and
 * ends on SIGTERM. A bus belongs to one thread; after three seconds without saybus_receive() or saybus_tick() the
 * broker reports it as lost.
 *
 * On a bus with keys, --key and --server-key, or $SAYBUS_KEY and $SAYBUS_SERVER_KEY, name the files that `saybus keys new`
 * writes. A subscription that the policy refuses ends it with code 69, other refusals are its status's problem.
 *
 * It has what an intent recognizer needs. It takes no sound, hands no command to an app, and publishes no catalog again to a
 * new broker: for a transcriber or an app see TheWire.md. */
#ifndef SAYBUS_H
#define SAYBUS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* O_PATH, struct ucred. */
#endif
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <jansson.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

enum {
    SAYBUS_USAGE = 64,
    SAYBUS_UNAVAILABLE = 69,
    SAYBUS_CONFIGURATION = 78,
    SAYBUS_MEMORY = 512,         /* Ids, topics and streams that are remembered; the oldest are forgotten. */
    SAYBUS_OUTBOX = 64,          /* Messages that wait for an answer. */
    SAYBUS_LARGEST = 1 << 20,    /* Bytes of the publisher's three frames of a message. */
    SAYBUS_PROBES = 64,          /* Barriers under way. */
    SAYBUS_SUBSCRIPTIONS = 16,   /* Kinds of a program. */
    SAYBUS_REASON = 500,         /* Bytes of a refusal that are shown. */
    SAYBUS_LIFE = 10,            /* Seconds until a tracked message is given up. */
    SAYBUS_UNREAD = 30           /* Seconds more while something waits to be read, which may be its answer. */
};

typedef struct {
    json_t *header, *body; /* Borrowed by the message: released with it. */
} saybus_message;

typedef struct {
    json_t *header;
    char *body;
    double due, delay, expires;
} saybus_kept;

typedef struct {
    char text[500];
    int64_t next, used;
} saybus_count;

/* The broker's clock, by which the times in messages are: in microseconds, as what to add to the steady clock. The broker
 * stamps our own barriers between their departure and their return: so these are its bounds. */
typedef struct {
    bool known;
    int64_t least, most;
    int64_t earlier, until; /* The setting before the broker's clock was set, and until when that counts, too. */
    double due;             /* When to measure again. */
    int64_t sent[SAYBUS_PROBES];
} saybus_broker_clock;

typedef struct {
    const char *role, *engine;
    char instance[65], session[65], url[256], revision[512];
    bool one_session, has_keys, refused;
    char refusals[100];                       /* The topic on which the broker says what it refuses us; empty for none. */
    char asked[SAYBUS_SUBSCRIPTIONS][150];    /* The subscriptions without which we cannot work. */
    int asked_count;
    char denied[SAYBUS_REASON], problem[SAYBUS_REASON]; /* Why one of them is refused; what the status shows. */
    double wait;
    uint32_t run;
    void *context, *publisher, *subscriber, *monitor;
    const char *state;
    char barrier[200];
    bool proving, rejoining;
    int attempt, generation, directory;
    saybus_broker_clock clock;
    double started, beat, probe;
    saybus_kept outbox[SAYBUS_OUTBOX];
    saybus_count sent[SAYBUS_MEMORY], expected[SAYBUS_MEMORY];
    int64_t sent_used;
    int expected_next;
    char seen[SAYBUS_MEMORY][37];
    int seen_next;
    saybus_message *early[SAYBUS_MEMORY]; /* What came while connecting: retained messages. */
    int early_count, early_next;
    int64_t received, published, lost, stale, malformed, repeated, retried, refused_count;
} saybus_bus;

static volatile sig_atomic_t saybus_stopping;

static inline void saybus_stop(int number) {
    (void)number;
    if (saybus_stopping) _exit(0);
    saybus_stopping = 1;
    alarm(2); /* What is not done by then is left. */
}

/* Seconds of a clock that is never set, and goes on while the machine sleeps: deadlines pass meanwhile. */
static inline double saybus_clock(void) {
    struct timespec time;
    clock_gettime(CLOCK_BOOTTIME, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

/* Unix time in microseconds. */
static inline int64_t saybus_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* Microseconds of a clock that is never set. */
static inline int64_t saybus_steady(void) { return (int64_t)(saybus_clock() * 1e6); }

/* Unix time in microseconds by the broker's clock; by our own one before that is known. */
static inline int64_t saybus_bus_time(const saybus_bus *bus) {
    const saybus_broker_clock *clock = &bus->clock;
    return clock->known ? saybus_steady() + clock->least + (clock->most - clock->least) / 2 : saybus_now();
}

/* Whether a message's deadline has passed: before the broker's clock is known, none has. */
static inline bool saybus_is_late(const saybus_bus *bus, json_t *header) {
    json_t *deadline = json_object_get(header, "deadline");
    if (!bus->clock.known || !json_is_integer(deadline)) return false;
    int64_t time = saybus_bus_time(bus), steady = saybus_steady();
    if (steady < bus->clock.until && steady + bus->clock.earlier < time) time = steady + bus->clock.earlier;
    return json_integer_value(deadline) < time;
}

static inline void saybus_die(const saybus_bus *bus, int code, const char *reason) {
    fprintf(stderr, "%s: %s\n", bus->instance, reason);
    exit(code);
}

/* A new UUID of version 7 (RFC 9562). */
static inline void saybus_uuid(char text[37]) {
    uint8_t bytes[16];
    uint64_t time = (uint64_t)saybus_now() / 1000;
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) abort();
    for (int index = 0; index < 6; index++) bytes[index] = (uint8_t)(time >> (40 - 8 * index));
    bytes[6] = (uint8_t)(0x70 | (bytes[6] & 0x0F));
    bytes[8] = (uint8_t)(0x80 | (bytes[8] & 0x3F));
    for (int index = 0, place = 0; index < 16; index++) {
        place += sprintf(text + place, "%02x%s", bytes[index], index == 3 || index == 5 || index == 7 || index == 9 ? "-" : "");
    }
}

static inline bool saybus_is_uuid(const char *text) {
    if (!text || strlen(text) != 36) return false;
    for (int index = 0; index < 36; index++) {
        bool is_hyphen = index == 8 || index == 13 || index == 18 || index == 23;
        if (is_hyphen ? text[index] != '-' : !strchr("0123456789abcdefABCDEF", text[index])) return false;
    }
    return true;
}

static inline bool saybus_is_name(const char *text, size_t length) {
    return length >= 1 && length <= 64
        && strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") >= length;
}

/* Copies what fits of a text, up to the end of a character: with half of one it would be no JSON. */
static inline void saybus_copy(char *to, size_t size, const char *from) {
    size_t length = strlen(from);
    if (length >= size) for (length = size - 1; length && ((unsigned char)from[length] & 0xC0) == 0x80;) length--;
    memcpy(to, from, length);
    to[length] = 0;
}

/* Whether a terminal obeys a character: control characters, separators, and those that turn the order of letters. */
static inline bool saybus_is_control(uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0x061C || code == 0x200E || code == 0x200F
        || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

/* Copies what fits of a text that another program has written, with escapes for what a terminal obeys. */
static inline void saybus_printable(char *to, size_t size, const char *from) {
    size_t place = 0;
    while (*from) {
        unsigned char first = (unsigned char)*from;
        size_t length = 1, bytes = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        uint32_t code = bytes == 1 ? first : first & (0xFFu >> (bytes + 1));
        for (; length < bytes && ((unsigned char)from[length] & 0xC0) == 0x80; length++) {
            code = code << 6 | ((unsigned char)from[length] & 0x3F);
        }
        char escape[16];
        size_t escaped = (size_t)snprintf(escape, sizeof escape, "\\u{%x}", (unsigned)code);
        bool is_control = saybus_is_control(code);
        size_t count = is_control ? escaped : length;
        if (place + count >= size) break;
        memcpy(to + place, is_control ? escape : from, count);
        place += count;
        from += length;
    }
    to[place] = 0;
}

/* Frame 0: the kind, the low byte of the session's FNV-1a 64 hash, and the session. */
static inline void saybus_topic(char *topic, size_t size, const char *kind, const char *session) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (const char *byte = session; *byte; byte++) hash = (hash ^ (uint8_t)*byte) * 0x100000001b3u;
    snprintf(topic, size, "%s/%02x/%s/", kind, (unsigned)(hash & 0xFF), session);
}

/* ---- Sending ---- */

static inline void saybus_send(saybus_bus *bus, json_t *header, const char *body) {
    char topic[300];
    saybus_topic(topic, sizeof topic, json_string_value(json_object_get(header, "kind")),
                 json_string_value(json_object_get(header, "session")));
    char *text = json_dumps(header, JSON_COMPACT);
    zmq_send(bus->publisher, topic, strlen(topic), ZMQ_SNDMORE);
    zmq_send(bus->publisher, text, strlen(text), ZMQ_SNDMORE);
    zmq_send(bus->publisher, body, strlen(body), 0);
    free(text);
}

/* The next number of a topic. That which was used longest ago makes room for a new one: should it come again, it begins at
 * 0, which receivers take for a repetition and not for a loss. */
static inline int64_t saybus_number(saybus_bus *bus, const char *topic) {
    saybus_count *oldest = &bus->sent[0];
    bus->sent_used++;
    for (int index = 0; index < SAYBUS_MEMORY; index++) {
        saybus_count *count = &bus->sent[index];
        if (!strcmp(count->text, topic)) {
            count->used = bus->sent_used;
            return count->next++;
        }
        if (count->used < oldest->used) oldest = count;
    }
    snprintf(oldest->text, sizeof oldest->text, "%s", topic);
    oldest->next = 1;
    oldest->used = bus->sent_used;
    return 0;
}

static inline bool saybus_is_tracked(const char *kind) {
    return !strcmp(kind, "speech.transcript") || !strcmp(kind, "speech.intent");
}

/* Publishes a body, which is released. An answer goes to the session and the turn of what it answers, and names it. */
static inline void saybus_publish(saybus_bus *bus, const char *kind, json_t *body, const saybus_message *answering,
                                  const char *session) {
    char id[37], topic[300], source[140];
    json_t *first = answering ? answering->header : NULL;
    if (!session) session = first ? json_string_value(json_object_get(first, "session")) : bus->session;
    saybus_uuid(id);
    const char *turn = first ? json_string_value(json_object_get(first, "turn")) : NULL;
    /* A turn has one end: its id is that of the turn, so that several copies count once. */
    if (turn && !strcmp(kind, "turn.ended")) snprintf(id, sizeof id, "%s", turn);
    saybus_topic(topic, sizeof topic, kind, session);
    snprintf(source, sizeof source, "%s/%s", bus->role, bus->instance);
    /* Each barrier has a topic of its own, whose numbers are its attempts. */
    int64_t number = strcmp(kind, "barrier") ? saybus_number(bus, topic) : bus->attempt++;
    int64_t at = saybus_bus_time(bus);
    json_t *header = json_pack("{s:i, s:s, s:s, s:s, s:s, s:I, s:I, s:I}", "v", 1, "id", id, "kind", kind, "session",
                               session, "source", source, "run", (json_int_t)bus->run, "seq", (json_int_t)number, "at",
                               (json_int_t)at);
    if (first) {
        json_object_set_new(header, "causes", json_pack("[O]", json_object_get(first, "id")));
        if (turn) json_object_set(header, "turn", json_object_get(first, "turn"));
    }
    if (!strcmp(kind, "stage.status") || !strcmp(kind, "catalog")) json_object_set_new(header, "retain", json_true());
    if (saybus_is_tracked(kind)) {
        json_object_set_new(header, "deadline", json_integer(at + SAYBUS_LIFE * 1000000));
    }
    char *text = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    bus->published++;
    saybus_send(bus, header, text);
    if (saybus_is_tracked(kind)) {
        for (int index = 0; index < SAYBUS_OUTBOX; index++) {
            saybus_kept *kept = &bus->outbox[index];
            if (kept->header) continue;
            double clock = saybus_clock();
            *kept = (saybus_kept){header, text, clock + 1, 1, clock + SAYBUS_LIFE};
            return;
        }
        fprintf(stderr, "%s: too many messages wait for an answer: %s is sent once\n", bus->instance, id);
    }
    json_decref(header);
    free(text);
}

static inline void saybus_drop(saybus_kept *kept) {
    json_decref(kept->header);
    free(kept->body);
    *kept = (saybus_kept){0};
}

/* Sends a barrier, whose return also tells the broker's time. */
static inline void saybus_measure(saybus_bus *bus) {
    char session[65];
    const char *start = strchr(bus->barrier, '/') + 4;
    snprintf(session, sizeof session, "%.*s", (int)(strlen(start) - 1), start);
    bus->clock.sent[bus->attempt % SAYBUS_PROBES] = saybus_steady();
    bus->clock.due = saybus_clock() + 60;
    saybus_publish(bus, "barrier", json_pack("{s:i}", "attempt", bus->attempt), NULL, session);
}

/* Learns the broker's time from a stamp: from a barrier of ours (`number`) its bounds, from another message only whether to
 * measure again. */
static inline void saybus_learn_time(saybus_bus *bus, int64_t stamp, int64_t number) {
    saybus_broker_clock *clock = &bus->clock;
    int64_t steady = saybus_steady(), limit = INT64_MAX / 4;
    if (stamp < -limit || stamp > limit) return; /* No clock shows it. */
    int64_t least = stamp - steady;
    if (number < 0) { /* From the future, or late: the broker's clock may have been set. */
        bool is_doubtful = clock->known && (least > clock->most + 100000 || least < clock->least - 1000000);
        if (is_doubtful && clock->due > saybus_clock() + 1) clock->due = saybus_clock() + 1;
        return;
    }
    if (number >= bus->attempt || number < bus->attempt - SAYBUS_PROBES) return;
    int64_t most = stamp - clock->sent[number % SAYBUS_PROBES];
    if (clock->known && least <= clock->most && most >= clock->least) {
        if (least < clock->least) least = clock->least;
        if (most > clock->most) most = clock->most;
    } else if (clock->known && (least > clock->most + 100000 || most < clock->least - 100000)) {
        clock->earlier = clock->least + (clock->most - clock->least) / 2;
        clock->until = steady + 60000000; /* Deadlines from before count by it. */
    }
    clock->least = least;
    clock->most = most;
    clock->known = true;
}

/* Begins a barrier: subscribes, last of all, to a topic of its own, and sends on it until that comes back. */
static inline void saybus_prove(saybus_bus *bus) {
    char session[65];
    if (bus->barrier[0]) zmq_setsockopt(bus->subscriber, ZMQ_UNSUBSCRIBE, bus->barrier, strlen(bus->barrier));
    snprintf(session, sizeof session, "%.20s.%.20s.%u.%d", bus->role, bus->instance, bus->run, bus->generation++);
    saybus_topic(bus->barrier, sizeof bus->barrier, "barrier", session);
    zmq_setsockopt(bus->subscriber, ZMQ_SUBSCRIBE, bus->barrier, strlen(bus->barrier));
    bus->proving = true;
    bus->attempt = 0;
    bus->probe = 0;
}

static inline void saybus_status(saybus_bus *bus) {
    double clock = saybus_clock();
    bus->beat = clock + 1;
    json_t *counters = json_pack(
        "{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:i, s:I}", "received", (json_int_t)bus->received, "published",
        (json_int_t)bus->published, "lost", (json_int_t)bus->lost, "stale", (json_int_t)bus->stale, "malformed",
        (json_int_t)bus->malformed, "repeated", (json_int_t)bus->repeated, "retried", (json_int_t)bus->retried, "dropped",
        0, "refused", (json_int_t)bus->refused_count);
    json_t *status = json_pack("{s:s, s:s, s:s, s:s, s:i, s:I, s:o}", "role", bus->role, "instance", bus->instance, "engine",
                               bus->engine, "state", bus->state, "pid", (int)getpid(), "uptimeMs",
                               (json_int_t)((clock - bus->started) * 1000), "counters", counters);
    if (bus->clock.known) { /* Milliseconds by which our own clock is ahead. */
        json_object_set_new(status, "clockSkewMs", json_integer((saybus_now() - saybus_bus_time(bus)) / 1000));
    }
    if (bus->revision[0]) json_object_set_new(status, "catalogRevision", json_string(bus->revision));
    /* Without it, an instance on standby that serves all sessions would give way in all of them. */
    if (bus->one_session) json_object_set_new(status, "session", json_string(bus->session));
    if (bus->problem[0]) json_object_set_new(status, "problem", json_string(bus->problem));
    saybus_publish(bus, "stage.status", status, NULL, NULL);
}

/* Ends the turn of a message that nobody takes, in words. */
static inline void saybus_give_up(saybus_bus *bus, saybus_kept *kept, const char *outcome, const char *reason) {
    saybus_message given = {kept->header, NULL};
    saybus_publish(bus, "turn.ended", json_pack("{s:s, s:{}, s:s}", "outcome", outcome, "timings", "reason", reason), &given,
                   NULL);
    saybus_drop(kept);
}

/* Whether something has come that is not read yet, as during long work. */
static inline bool saybus_has_unread(const saybus_bus *bus) {
    zmq_pollitem_t item = {bus->subscriber, 0, ZMQ_POLLIN, 0};
    return zmq_poll(&item, 1, 0) != 0;
}

/* Beats, and sends again, if it is time. Returns in how many seconds it will be. */
static inline double saybus_tick(saybus_bus *bus) {
    double clock = saybus_clock(), next = clock + 1;
    if (bus->state && clock >= bus->beat) saybus_status(bus);
    if (bus->proving && clock >= bus->probe) {
        bus->probe = clock + 0.02 * (bus->attempt < 20 ? bus->attempt + 1 : 20);
        saybus_measure(bus);
    }
    if (!bus->proving && bus->clock.known && clock >= bus->clock.due) saybus_measure(bus);
    for (int index = 0; index < SAYBUS_OUTBOX; index++) {
        saybus_kept *kept = &bus->outbox[index];
        if (!kept->header) continue;
        bool is_over = clock >= kept->expires;
        if (is_over && (clock >= kept->expires + SAYBUS_UNREAD || !saybus_has_unread(bus))) {
            char reason[200];
            snprintf(reason, sizeof reason, "no stage took %s in time",
                     json_string_value(json_object_get(kept->header, "kind")));
            saybus_give_up(bus, kept, "expired", reason);
            continue;
        }
        if (clock >= kept->due) {
            kept->delay *= 2;
            kept->due = clock + kept->delay;
            bus->retried++;
            saybus_send(bus, kept->header, kept->body);
        }
        if (kept->due < next) next = kept->due;
    }
    if (bus->state && bus->beat < next) next = bus->beat;
    if (bus->proving && bus->probe < next) next = bus->probe;
    if (!bus->proving && bus->clock.known && bus->clock.due < next) next = bus->clock.due;
    return next > clock ? next - clock : 0;
}

/* ---- Receiving ---- */

static inline void saybus_release(saybus_message *message) {
    if (!message) return;
    json_decref(message->header);
    json_decref(message->body);
    free(message);
}

/* Counts a message that is none. */
static inline void saybus_malformed(saybus_bus *bus, const char *why) {
    bus->malformed++;
    if ((bus->malformed & (bus->malformed - 1)) == 0) { /* 1, 2, 4, 8, …: garbage must not flood the log. */
        fprintf(stderr, "%s: malformed message: %s (%lld so far)\n", bus->instance, why, (long long)bus->malformed);
    }
}

/* Makes whole numbers of those that are written with a point or an exponent, as some languages do: 5.0 is 5. */
static inline void saybus_make_whole(json_t *object) {
    static const char *names[] = {"v", "run", "seq", "at", "deadline", "offset"};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        json_t *number = json_object_get(object, names[index]);
        double value = json_real_value(number);
        if (!json_is_real(number) || !(value > -0x1p63 && value < 0x1p63) || value != (double)(json_int_t)value) continue;
        json_object_set_new(object, names[index], json_integer((json_int_t)value));
    }
}

/* The error in a header; NULL when it is right. */
static inline const char *saybus_header_problem(json_t *header, const char *topic) {
    static const char *texts[] = {"id", "kind", "session", "source"}, *numbers[] = {"v", "run", "seq", "at"};
    for (int index = 0; index < 4; index++) {
        if (!json_is_string(json_object_get(header, texts[index]))) return "a text is missing in the header";
        if (!json_is_integer(json_object_get(header, numbers[index]))) return "a number is missing in the header";
    }
    if (json_integer_value(json_object_get(header, "v")) != 1) return "the header is not of version 1";
    json_t *turn = json_object_get(header, "turn"), *causes = json_object_get(header, "causes"), *cause;
    if (!saybus_is_uuid(json_string_value(json_object_get(header, "id")))) return "the id is no UUID";
    if (turn && !json_is_null(turn) && !saybus_is_uuid(json_string_value(turn))) return "the turn is no UUID";
    if (causes && !json_is_null(causes) && !json_is_array(causes)) return "the causes are no list";
    size_t index;
    json_array_foreach(causes, index, cause) {
        if (!saybus_is_uuid(json_string_value(cause))) return "a cause is no UUID";
    }
    json_t *deadline = json_object_get(header, "deadline"), *content = json_object_get(header, "content");
    if (deadline && !json_is_null(deadline) && !json_is_integer(deadline)) return "the deadline is no number";
    if (content && !json_is_null(content) && !json_is_string(content)) return "the content is no text";
    const char *source = json_string_value(json_object_get(header, "source")), *slash = strchr(source, '/');
    if (!slash || !saybus_is_name(source, (size_t)(slash - source)) || !saybus_is_name(slash + 1, strlen(slash + 1))) {
        return "the source is not role/instance";
    }
    const char *session = json_string_value(json_object_get(header, "session"));
    if (!saybus_is_name(session, strlen(session))) return "the session is no name"; /* No answer could go there. */
    char expected[300];
    saybus_topic(expected, sizeof expected, json_string_value(json_object_get(header, "kind")), session);
    return strcmp(expected, topic) ? "the topic is not the header's" : NULL;
}

/* Writes a UUID in small letters: others may write theirs in capitals, and answer ours so. */
static inline void saybus_lower(json_t *text) {
    char lower[37];
    if (!json_is_string(text) || json_string_length(text) >= sizeof lower) return;
    snprintf(lower, sizeof lower, "%s", json_string_value(text));
    for (char *letter = lower; *letter; letter++) if (*letter >= 'A' && *letter <= 'F') *letter += 'a' - 'A';
    json_string_set(text, lower);
}

static inline bool saybus_seen(saybus_bus *bus, const char *id) {
    for (int index = 0; index < SAYBUS_MEMORY; index++) {
        if (!strcmp(bus->seen[index], id)) return true;
    }
    snprintf(bus->seen[bus->seen_next], 37, "%s", id);
    bus->seen_next = (bus->seen_next + 1) % SAYBUS_MEMORY;
    return false;
}

/* Counts a hole in the numbers of a stream. */
static inline void saybus_count_lost(saybus_bus *bus, json_t *header, const char *topic) {
    char stream[500];
    int64_t number = json_integer_value(json_object_get(header, "seq"));
    snprintf(stream, sizeof stream, "%s %lld %s", json_string_value(json_object_get(header, "source")),
             (long long)json_integer_value(json_object_get(header, "run")), topic);
    for (int index = 0; index < SAYBUS_MEMORY; index++) {
        saybus_count *count = &bus->expected[index];
        if (strcmp(count->text, stream)) continue;
        /* A stranger may write any number: one far away shows no loss. */
        bool is_near = number > count->next && (uint64_t)number - (uint64_t)count->next < 1000000;
        if (is_near) bus->lost += number - count->next;
        if (number >= count->next) count->next = number < INT64_MAX ? number + 1 : number;
        return;
    }
    saybus_count *count = &bus->expected[bus->expected_next];
    bus->expected_next = (bus->expected_next + 1) % SAYBUS_MEMORY;
    snprintf(count->text, sizeof count->text, "%s", stream);
    count->next = number < INT64_MAX ? number + 1 : number;
}

/* Whether a program's receipt counts: that of the role which takes the kind, of a link, which stands in for it,
   and our own. */
static inline bool saybus_may_acknowledge(const saybus_kept *kept, json_t *receipt) {
    json_t *program = json_object_get(receipt, "source");
    const char *source = json_string_value(program), *kind = json_string_value(json_object_get(kept->header, "kind"));
    const char *taker = strcmp(kind, "speech.transcript") ? "dispatch/" : "intent/";
    return !strncmp(source, taker, strlen(taker)) || !strncmp(source, "link/", 5) ||
        json_equal(program, json_object_get(kept->header, "source"));
}

/* Whether an answer fits what waits: it is of the same turn and session. A receipt may leave the turn out, and a command
 * under way counts in any session. */
static inline bool saybus_fits(const saybus_kept *kept, json_t *answer) {
    const char *kind = json_string_value(json_object_get(answer, "kind"));
    const char *turn = json_string_value(json_object_get(answer, "turn"));
    const char *own = json_string_value(json_object_get(kept->header, "turn"));
    if (!strcmp(kind, "receipt") && !saybus_may_acknowledge(kept, answer)) return false;
    bool is_turn = turn && own ? !strcmp(turn, own) : (!turn && !own) || (!turn && !strcmp(kind, "receipt"));
    return is_turn && (!strcmp(kind, "command.invoked") || json_equal(json_object_get(answer, "session"),
                                                                      json_object_get(kept->header, "session")));
}

/* Says why something of ours is refused, in the log and in the status. */
static inline void saybus_show_refusal(saybus_bus *bus, const char *reason) {
    char problem[SAYBUS_REASON], shown[2 * SAYBUS_REASON];
    bus->refused_count++;
    saybus_copy(problem, sizeof problem, reason);
    if (strcmp(bus->problem, problem)) bus->beat = 0;
    strcpy(bus->problem, problem);
    if ((bus->refused_count & (bus->refused_count - 1)) == 0) { /* 1, 2, 4, 8, … */
        saybus_printable(shown, sizeof shown, problem);
        fprintf(stderr, "%s: %s (%lld so far)\n", bus->instance, shown, (long long)bus->refused_count);
    }
}

/* Lets go of what a message answers, or of all that waits in a turn that has ended. */
static inline void saybus_answered(saybus_bus *bus, json_t *header, json_t *body) {
    const char *kind = json_string_value(json_object_get(header, "kind"));
    const char *turn = json_string_value(json_object_get(header, "turn"));
    const char *problem = strcmp(kind, "receipt") ? NULL : json_string_value(json_object_get(body, "problem"));
    for (int index = 0; index < SAYBUS_OUTBOX; index++) {
        saybus_kept *kept = &bus->outbox[index];
        if (!kept->header) continue;
        const char *id = json_string_value(json_object_get(kept->header, "id"));
        const char *own = json_string_value(json_object_get(kept->header, "turn"));
        bool is_over = !strcmp(kind, "turn.ended") && turn && own && !strcmp(turn, own), is_answered = false;
        size_t place;
        json_t *cause;
        json_array_foreach(json_object_get(header, "causes"), place, cause) {
            is_answered |= !strcmp(json_string_value(cause), id) && saybus_fits(kept, header);
        }
        if (is_answered && problem) saybus_show_refusal(bus, problem);
        if (is_over || is_answered) saybus_drop(kept);
    }
}

/* Takes a refusal by the broker: of a subscription without which we cannot work, or of a message, whose turn fails. */
static inline void saybus_take_refusal(saybus_bus *bus, json_t *header, json_t *body) {
    const char *reason = json_string_value(json_object_get(body, "reason"));
    const char *direction = json_string_value(json_object_get(body, "direction"));
    const char *subject = json_string_value(json_object_get(body, "subject"));
    const char *source = json_string_value(json_object_get(body, "source"));
    if (!reason || !direction || !subject) return saybus_malformed(bus, "a refusal without direction, subject or reason");
    char own[140];
    snprintf(own, sizeof own, "%s/%s", bus->role, bus->instance);
    bool is_ours = source && !strcmp(source, own); /* Another program may have our key. */
    if (!strcmp(direction, "subscribe")) {
        if (json_is_true(json_object_get(body, "isPartial"))) return;
        is_ours = false;
        for (int index = 0; index < bus->asked_count; index++) is_ours |= !strcmp(subject, bus->asked[index]);
        if (is_ours) saybus_printable(bus->denied, sizeof bus->denied, reason);
    }
    if (is_ours && !(bus->denied[0] && !bus->state)) saybus_show_refusal(bus, reason); /* At the start it ends us. */
    if (strcmp(direction, "publish")) return;
    size_t place;
    json_t *cause;
    json_array_foreach(json_object_get(header, "causes"), place, cause) {
        for (int index = 0; index < SAYBUS_OUTBOX; index++) {
            saybus_kept *kept = &bus->outbox[index];
            if (!kept->header || !json_equal(json_object_get(kept->header, "id"), cause)) continue;
            saybus_give_up(bus, kept, "failed", reason);
        }
    }
}

/* Takes the frames of one message; NULL when it is not for the program. */
static inline saybus_message *saybus_take(saybus_bus *bus) {
    zmq_msg_t frames[8];
    int count = 0;
    size_t size = 0;
    int more = 1;
    while (more) {
        zmq_msg_t frame;
        zmq_msg_init(&frame);
        if (zmq_msg_recv(&frame, bus->subscriber, ZMQ_DONTWAIT) < 0) {
            zmq_msg_close(&frame);
            break;
        }
        more = zmq_msg_more(&frame);
        if (count < 3) size += zmq_msg_size(&frame); /* The broker's stamp does not count. */
        if (count < 8) {
            frames[count++] = frame;
        } else {
            zmq_msg_close(&frame);
        }
    }
    if (!count) return NULL;
    /* With a subscription to everything, the markers come that the broker sends into queues. */
    if (count == 1 && zmq_msg_size(&frames[0]) && !*(char *)zmq_msg_data(&frames[0])) {
        zmq_msg_close(&frames[0]);
        return NULL;
    }
    const char *problem = NULL;
    json_t *header = NULL, *body = NULL, *stamp = NULL;
    char topic[300];
    snprintf(topic, sizeof topic, "%.*s", (int)zmq_msg_size(&frames[0]), (char *)zmq_msg_data(&frames[0]));
    if ((count != 3 && count != 4) || size > SAYBUS_LARGEST) {
        problem = "expected 3 or 4 frames, of 1 MiB at most";
    } else {
        header = json_loadb(zmq_msg_data(&frames[1]), zmq_msg_size(&frames[1]), JSON_REJECT_DUPLICATES, NULL);
        body = json_loadb(zmq_msg_data(&frames[2]), zmq_msg_size(&frames[2]), 0, NULL);
        const char *kind = json_string_value(json_object_get(header, "kind"));
        if (kind && !json_is_object(body) && saybus_is_tracked(kind)) {
            json_decref(body);
            body = json_object(); /* Who has to answer it refuses it, since it lacks all fields. */
        }
        stamp = count == 4 ? json_loadb(zmq_msg_data(&frames[3]), zmq_msg_size(&frames[3]), 0, NULL) : NULL;
        saybus_make_whole(header);
        saybus_make_whole(stamp);
        problem = !json_is_object(header) ? "the header is no object"
            : (problem = saybus_header_problem(header, topic)) ? problem
            : !json_is_object(body) ? "the body is no object"
            : count == 4 && !json_is_integer(json_object_get(stamp, "offset")) ? "the stamp is no object"
            : count == 4 && !json_is_integer(json_object_get(stamp, "at")) ? "the stamp has no time"
            : NULL;
    }
    for (int index = 0; index < count; index++) zmq_msg_close(&frames[index]);
    if (!problem) {
        size_t place;
        json_t *cause;
        saybus_lower(json_object_get(header, "id"));
        saybus_lower(json_object_get(header, "turn"));
        json_array_foreach(json_object_get(header, "causes"), place, cause) saybus_lower(cause);
    }
    if (!problem && stamp && !json_is_true(json_object_get(header, "retain"))) {
        bool is_ours = !strcmp(topic, bus->barrier) && json_integer_value(json_object_get(header, "run")) == bus->run;
        saybus_learn_time(bus, json_integer_value(json_object_get(stamp, "at")),
                          is_ours ? json_integer_value(json_object_get(header, "seq")) : -1);
    }
    json_decref(stamp);
    saybus_message *message = NULL;
    if (problem) {
        saybus_malformed(bus, problem);
    } else if (bus->proving && !strcmp(topic, bus->barrier)) { /* All that was subscribed before it stands. */
        bus->proving = false;
        if (bus->rejoining) {
            bus->rejoining = false;
            fprintf(stderr, "%s: the bus is back\n", bus->instance);
            bus->problem[0] = 0; /* The broker says again what it refuses. */
            if (bus->state) saybus_status(bus);
            for (int index = 0; index < SAYBUS_OUTBOX; index++) {
                if (bus->outbox[index].header) saybus_send(bus, bus->outbox[index].header, bus->outbox[index].body);
            }
        }
    } else if (bus->refusals[0] && !strcmp(topic, bus->refusals)) {
        saybus_take_refusal(bus, header, body);
    } else if (strncmp(topic, "barrier/", 8)) {
        const char *kind = json_string_value(json_object_get(header, "kind"));
        saybus_count_lost(bus, header, topic);
        saybus_answered(bus, header, body);
        bool is_ours = strcmp(kind, "receipt") && strcmp(kind, "turn.ended") && strcmp(kind, "command.invoked");
        saybus_message *candidate = malloc(sizeof *candidate);
        *candidate = (saybus_message){json_incref(header), json_incref(body)};
        if (!is_ours) {
            /* An answer: it was for the outbox. */
        } else if (bus->received++, saybus_is_late(bus, header)) {
            bus->stale++;
        } else if (saybus_seen(bus, json_string_value(json_object_get(header, "id")))
                   && !json_is_true(json_object_get(header, "retain"))) {
            bus->repeated++;
            /* Its publisher has missed our answer, or it would come again and again. */
            if (!saybus_stopping) saybus_publish(bus, "receipt", json_pack("{s:s}", "of", kind), candidate, NULL);
        } else {
            message = candidate;
        }
        if (!message) saybus_release(candidate);
    }
    json_decref(header);
    json_decref(body);
    return message;
}

/* ---- The directory of a local bus ---- */

/* Ends the program: another user could pose as the broker, who hears and says everything. */
static inline void saybus_refuse_folder(const saybus_bus *bus, int folder, const char *why) {
    char link[64], path[600], reason[1500];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t size = readlink(link, path, sizeof path - 1);
    path[size < 0 ? 0 : size] = 0;
    snprintf(reason, sizeof reason, "cannot use the bus %s: %s %s", bus->url, path, why);
    saybus_die(bus, SAYBUS_UNAVAILABLE, reason);
}

/* Checks that only this user and root control a directory, or own a symbolic link. */
static inline void saybus_check_folder(const saybus_bus *bus, int folder, bool is_parent) {
    struct stat status;
    if (fstat(folder, &status)) saybus_refuse_folder(bus, folder, "cannot be examined");
    if (status.st_uid && status.st_uid != geteuid()) saybus_refuse_folder(bus, folder, "belongs to another user");
    if (S_ISLNK(status.st_mode)) return;
    if (!S_ISDIR(status.st_mode)) saybus_refuse_folder(bus, folder, "is no directory");
    if (status.st_mode & 022 && !(is_parent && status.st_mode & S_ISVTX)) {
        saybus_refuse_folder(bus, folder, "may be written by others: run chmod go-w on it");
    }
}

/* Opens the directory after it and its parents have been checked step by step; -1 when it does not exist. */
static inline int saybus_open_folder(const saybus_bus *bus) {
    char rest[4096], longer[8200], target[4096], name[256];
    int folder = open("/", O_PATH | O_CLOEXEC);
    snprintf(rest, sizeof rest, "%s", bus->url + 6);
    for (int links = 0;;) {
        const char *start = rest + strspn(rest, "/");
        size_t length = strcspn(start, "/");
        const char *after = start + length + strspn(start + length, "/");
        saybus_check_folder(bus, folder, length > 0);
        if (!length) return folder;
        snprintf(name, sizeof name, "%.*s", (int)length, start);
        int next = length < sizeof name ? openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC) : -1;
        if (next < 0 && errno == ENOENT) {
            close(folder);
            return -1;
        }
        if (next < 0) saybus_refuse_folder(bus, folder, "does not let us in");
        ssize_t size = readlinkat(next, "", target, sizeof target - 1);
        if (size < 0) {
            close(folder);
            folder = next;
            memmove(rest, after, strlen(after) + 1);
            continue;
        }
        saybus_check_folder(bus, next, true);
        target[size] = 0;
        snprintf(longer, sizeof longer, "%s/%s", target, after);
        if (++links > 40 || strlen(longer) >= sizeof rest) saybus_refuse_folder(bus, next, "is one link too many");
        memcpy(rest, longer, strlen(longer) + 1);
        close(next);
        if (target[0] == '/') {
            close(folder);
            folder = open("/", O_PATH | O_CLOEXEC);
        }
    }
}

/* Asks the kernel whose program listens in a directory: nothing is said to it. */
static inline void saybus_check_server(const saybus_bus *bus, int folder) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct ucred user;
    socklen_t size = sizeof user;
    int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/subscribe", folder);
    if (probe >= 0 && !connect(probe, (struct sockaddr *)&address, sizeof address)
        && !getsockopt(probe, SOL_SOCKET, SO_PEERCRED, &user, &size) && user.uid && user.uid != geteuid()) {
        saybus_refuse_folder(bus, folder, "has a broker of another user");
    }
    if (probe >= 0) close(probe);
}

/* Looks for the directory again: it may have been made, or made anew. The sockets are reached through a descriptor whose
 * number stays the same, so that nobody can exchange the directory after it was checked. */
static inline void saybus_find_directory(saybus_bus *bus) {
    if (strncmp(bus->url, "ipc://", 6)) return;
    int found = saybus_open_folder(bus);
    if (found >= 0) saybus_check_server(bus, found);
    else found = open("/proc/self/fdinfo", O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* Holds no sockets. */
    if (found < 0) saybus_die(bus, SAYBUS_UNAVAILABLE, "cannot open a directory in /proc, or has too many open files");
    if (bus->directory) dup3(found, bus->directory, O_CLOEXEC);
    else bus->directory = fcntl(found, F_DUPFD_CLOEXEC, 3); /* Not 0, also where standard input is closed. */
    close(found);
}

/* Notices that a connection is lost, or is there again. */
static inline void saybus_watch(saybus_bus *bus) {
    zmq_msg_t frame;
    zmq_msg_init(&frame);
    while (zmq_msg_recv(&frame, bus->monitor, ZMQ_DONTWAIT) >= 0) {
        uint16_t event;
        memcpy(&event, zmq_msg_data(&frame), sizeof event);
        zmq_msg_recv(&frame, bus->monitor, 0); /* The address. */
        if (event == ZMQ_EVENT_DISCONNECTED) bus->rejoining = true;
        if (event & (ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_CONNECT_RETRIED | ZMQ_EVENT_HANDSHAKE_SUCCEEDED)) {
            saybus_find_directory(bus);
        }
        if (event & (ZMQ_EVENT_HANDSHAKE_FAILED_AUTH | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
                     | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL)) bus->refused = true;
        /* The new connection tells the subscriptions in no certain order: what proves them comes after. */
        if (event == ZMQ_EVENT_HANDSHAKE_SUCCEEDED && (bus->rejoining || bus->proving)) saybus_prove(bus);
    }
    zmq_msg_close(&frame);
}

/* Waits for one message, at most so many seconds. */
static inline saybus_message *saybus_wait(saybus_bus *bus, double seconds) {
    double tick = saybus_tick(bus);
    zmq_pollitem_t items[] = {{bus->subscriber, 0, ZMQ_POLLIN, 0}, {bus->monitor, 0, ZMQ_POLLIN, 0}};
    if (zmq_poll(items, 2, (long)((tick < seconds ? tick : seconds) * 1000) + 1) < 0) return NULL; /* A signal. */
    if (items[1].revents) saybus_watch(bus);
    return items[0].revents ? saybus_take(bus) : NULL;
}

/* The next message of the kinds subscribed to; NULL when the program has been told to stop. */
static inline saybus_message *saybus_receive(saybus_bus *bus) {
    while (!saybus_stopping) {
        if (bus->early_next < bus->early_count) {
            saybus_message *message = bus->early[bus->early_next];
            bus->early[bus->early_next++] = NULL;
            if (!saybus_is_late(bus, message->header)) return message;
            bus->stale++;
            saybus_release(message);
            continue;
        }
        saybus_message *message = saybus_wait(bus, 1);
        if (message) return message;
    }
    return NULL;
}

/* ---- Life ---- */

/* A key of 32 bytes in Z85 (ZeroMQ RFC 32), and the zero that ends it. */
typedef char saybus_key[41];

static inline bool saybus_is_key(const char *text) {
    uint8_t bytes[32];
    return strlen(text) == 40 && zmq_z85_decode(bytes, text);
}

/* Reads the lines of a key file, a path or the name of one in $XDG_CONFIG_HOME/saybus/keys. The keys are empty where the
 * file has none. */
static inline void saybus_read_key(saybus_bus *bus, const char *name, const char *ending, saybus_key open, saybus_key secret) {
    char path[600], line[300], word[32], value[64], reason[1300];
    const char *home = getenv("XDG_CONFIG_HOME"), *own = getenv("HOME");
    if (strchr(name, '/')) snprintf(path, sizeof path, "%s", name);
    else if (home && *home) snprintf(path, sizeof path, "%s/saybus/keys/%s.%s", home, name, ending);
    else snprintf(path, sizeof path, "%s/.config/saybus/keys/%s.%s", own ? own : "", name, ending);
    FILE *file = fopen(path, "re");
    if (!file) {
        snprintf(reason, sizeof reason, "cannot read the key %s: %s; make one with: saybus keys new NAME", path,
                 strerror(errno));
        saybus_die(bus, SAYBUS_CONFIGURATION, reason);
    }
    struct stat status;
    bool is_private = !fstat(fileno(file), &status) && !(status.st_mode & 077);
    open[0] = secret[0] = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || !line[strspn(line, " \t\n")]) continue;
        if (sscanf(line, "%31s %63s", word, value) != 2 || !saybus_is_key(value)) {
            snprintf(reason, sizeof reason, "%s is no key: expected lines of a word and 40 characters", path);
            saybus_die(bus, SAYBUS_CONFIGURATION, reason);
        }
        if (!strcmp(word, "public-key")) memcpy(open, value, 41);
        if (!strcmp(word, "secret-key")) memcpy(secret, value, 41);
    }
    fclose(file);
    if (secret[0] && !is_private) {
        snprintf(reason, sizeof reason, "the secret key %s can be read by others: run chmod 600 %s", path, path);
        saybus_die(bus, SAYBUS_CONFIGURATION, reason);
    }
}

/* Gives both sockets the program's key and the broker's public one. */
static inline void saybus_use_keys(saybus_bus *bus, const char *own, const char *server) {
    saybus_key open, secret, theirs, none;
    if (!own || !*own || !server || !*server) {
        saybus_die(bus, SAYBUS_CONFIGURATION,
                   "a bus with keys needs both: SAYBUS_KEY, our own, and SAYBUS_SERVER_KEY, the broker's");
    }
    saybus_read_key(bus, own, "secret", open, secret);
    if (saybus_is_key(server)) memcpy(theirs, server, 41);
    else saybus_read_key(bus, server, "public", theirs, none);
    if (!open[0] || !secret[0] || !theirs[0]) {
        saybus_die(bus, SAYBUS_CONFIGURATION, "our key has no secret half, or the broker's key no public one");
    }
    void *sockets[] = {bus->publisher, bus->subscriber};
    for (int index = 0; index < 2; index++) {
        if (zmq_setsockopt(sockets[index], ZMQ_CURVE_SERVERKEY, theirs, 41)
            || zmq_setsockopt(sockets[index], ZMQ_CURVE_PUBLICKEY, open, 41)
            || zmq_setsockopt(sockets[index], ZMQ_CURVE_SECRETKEY, secret, 41)) {
            saybus_die(bus, SAYBUS_CONFIGURATION, "this libzmq has no CURVE, which a bus with keys needs");
        }
    }
    bus->has_keys = true;
    uint8_t bytes[32];
    char session[65];
    zmq_z85_decode(bytes, open);
    for (int index = 0; index < 32; index++) sprintf(session + 2 * index, "%02x", bytes[index]);
    saybus_topic(bus->refusals, sizeof bus->refusals, "refusal", session);
    explicit_bzero(secret, sizeof secret);
}

/* Reads the options, and opens the connection. What is wrong ends the program with code 64 or 78. */
static inline void saybus_open(saybus_bus *bus, int argc, char **argv, const char *role, const char *engine) {
    static const struct option known[] = {{"bus", 1, 0, 'b'}, {"session", 1, 0, 's'}, {"instance", 1, 0, 'i'},
                                          {"wait", 1, 0, 'w'}, {"key", 1, 0, 'k'}, {"server-key", 1, 0, 'r'},
                                          {0, 0, 0, 0}};
    const char *url = getenv("SAYBUS_BUS"), *runtime = getenv("XDG_RUNTIME_DIR");
    const char *key = getenv("SAYBUS_KEY"), *server = getenv("SAYBUS_SERVER_KEY");
    memset(bus, 0, sizeof *bus);
    bus->role = role;
    bus->engine = engine;
    bus->wait = 10;
    bus->started = saybus_clock();
    strcpy(bus->session, "default");
    snprintf(bus->instance, sizeof bus->instance, "%.50s-%d", engine, (int)getpid()); /* No two programs have one name. */
    for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;) {
        char *end = NULL;
        if (option == 'b') url = optarg;
        else if (option == 'k') key = optarg;
        else if (option == 'r') server = optarg;
        else if (option == 'w' && (bus->wait = strtod(optarg, &end), *optarg && !*end && bus->wait > 0)) continue;
        else if ((option == 's' || option == 'i') && saybus_is_name(optarg, strlen(optarg))) {
            snprintf(option == 's' ? bus->session : bus->instance, 65, "%s", optarg);
            bus->one_session |= option == 's';
        } else {
            fprintf(stderr, "usage: %s [--bus URL] [--session NAME] [--instance NAME] [--wait SECONDS] "
                            "[--key NAME] [--server-key NAME]\n", argv[0]);
            exit(SAYBUS_USAGE);
        }
    }
    if (url && *url) snprintf(bus->url, sizeof bus->url, "%s", url);
    else if (runtime && *runtime) snprintf(bus->url, sizeof bus->url, "ipc://%s/saybus", runtime);
    else snprintf(bus->url, sizeof bus->url, "ipc:///tmp/saybus-%u", (unsigned)getuid());
    char publish[300], subscribe[300];
    char *port = strrchr(bus->url, ':');
    if (!strncmp(bus->url, "ipc:///", 7)) {
        saybus_find_directory(bus);
        snprintf(publish, sizeof publish, "ipc:///proc/self/fd/%d/publish", bus->directory);
        snprintf(subscribe, sizeof subscribe, "ipc:///proc/self/fd/%d/subscribe", bus->directory);
    } else if (!strncmp(bus->url, "tcp://", 6) && port > bus->url + 4 && atoi(port + 1) > 0) {
        snprintf(publish, sizeof publish, "%s", bus->url);
        snprintf(subscribe, sizeof subscribe, "%.*s:%d", (int)(port - bus->url), bus->url, atoi(port + 1) + 1);
    } else {
        saybus_die(bus, SAYBUS_USAGE, "that is no bus URL: write ipc:///directory or tcp://host:port");
    }
    if (getrandom(&bus->run, sizeof bus->run, 0) != sizeof bus->run) abort();
    struct sigaction stop = {.sa_handler = saybus_stop}; /* No SA_RESTART: a signal ends a wait. */
    sigaction(SIGTERM, &stop, NULL);
    sigaction(SIGINT, &stop, NULL);
    struct sigaction hangup; /* nohup(1) lets its program ignore it. */
    if (!sigaction(SIGHUP, NULL, &hangup) && hangup.sa_handler != SIG_IGN) sigaction(SIGHUP, &stop, NULL);
    sigaction(SIGALRM, &stop, NULL);
    bus->context = zmq_ctx_new();
    bus->publisher = zmq_socket(bus->context, ZMQ_PUB);
    bus->subscriber = zmq_socket(bus->context, ZMQ_SUB);
    bus->monitor = zmq_socket(bus->context, ZMQ_PAIR);
    zmq_socket_monitor(bus->subscriber, "inproc://monitor",
                       ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_CONNECT_RETRIED
                           | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
                           | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL);
    zmq_connect(bus->monitor, "inproc://monitor");
    void *sockets[] = {bus->publisher, bus->subscriber};
    for (int index = 0; index < 2; index++) {
        int linger = 1000, pause = 20, longest = 250, limit = 20000;
        /* For a name libzmq takes one version, and with 6 would not find a broker at 0.0.0.0. */
        int ipv6 = !strncmp(bus->url, "tcp://[", 7);
        int64_t size = 2 * SAYBUS_LARGEST; /* Above what is allowed: that is counted, not cut off. */
        zmq_setsockopt(sockets[index], ZMQ_LINGER, &linger, sizeof linger);
        zmq_setsockopt(sockets[index], ZMQ_IPV6, &ipv6, sizeof ipv6);
        zmq_setsockopt(sockets[index], ZMQ_RECONNECT_IVL, &pause, sizeof pause);
        zmq_setsockopt(sockets[index], ZMQ_RECONNECT_IVL_MAX, &longest, sizeof longest);
        zmq_setsockopt(sockets[index], ZMQ_SNDHWM, &limit, sizeof limit);
        zmq_setsockopt(sockets[index], ZMQ_RCVHWM, &limit, sizeof limit);
        zmq_setsockopt(sockets[index], ZMQ_MAXMSGSIZE, &size, sizeof size);
    }
    if ((key && *key) || (server && *server)) saybus_use_keys(bus, key, server);
    struct stat folder; /* Another user's broker knows us by our user. */
    if (!bus->has_keys && bus->directory && geteuid() && !stat(bus->url + 6, &folder) && folder.st_uid != geteuid()) {
        char session[65];
        snprintf(session, sizeof session, "uid.%u", (unsigned)geteuid());
        saybus_topic(bus->refusals, sizeof bus->refusals, "refusal", session);
    }
    zmq_connect(bus->publisher, publish);
    zmq_connect(bus->subscriber, subscribe);
}

/* Subscribes to kinds, and returns when the broker passes messages both ways; ends with code 69 when none answers. */
static inline void saybus_connect(saybus_bus *bus, const char *const *kinds) {
    static const char *const answers[] = {"receipt/", "turn.ended/", "command.invoked/"};
    /* First of all: what is refused is told there before any barrier comes back. */
    if (bus->refusals[0]) zmq_setsockopt(bus->subscriber, ZMQ_SUBSCRIBE, bus->refusals, strlen(bus->refusals));
    for (int index = 0; kinds[index]; index++) {
        if (bus->asked_count == SAYBUS_SUBSCRIPTIONS) saybus_die(bus, SAYBUS_USAGE, "subscribes to too many kinds");
        char *prefix = bus->asked[bus->asked_count++];
        /* Catalogs and statuses belong to no session. */
        bool is_scoped = bus->one_session && strcmp(kinds[index], "catalog") && strcmp(kinds[index], "stage.status");
        if (is_scoped) saybus_topic(prefix, sizeof bus->asked[0], kinds[index], bus->session);
        else snprintf(prefix, sizeof bus->asked[0], "%s/", kinds[index]);
        zmq_setsockopt(bus->subscriber, ZMQ_SUBSCRIBE, prefix, strlen(prefix));
    }
    for (int index = 0; index < 3; index++) {
        zmq_setsockopt(bus->subscriber, ZMQ_SUBSCRIBE, answers[index], strlen(answers[index]));
    }
    saybus_prove(bus);
    for (double end = saybus_clock() + bus->wait; bus->proving && !bus->denied[0] && !saybus_stopping;) {
        double left = end - saybus_clock();
        if (left <= 0) {
            char reason[700];
            if (bus->refused || bus->has_keys) {
                snprintf(reason, sizeof reason, "the broker at %s %s", bus->url,
                         bus->has_keys ? "does not answer: it does not know our key, uses none, or does not run"
                                       : "wants a key: set SAYBUS_KEY and SAYBUS_SERVER_KEY");
            } else {
                snprintf(reason, sizeof reason, "no broker answers at %s; start one with: saybus-broker --bus %s", bus->url,
                         bus->url);
            }
            saybus_die(bus, SAYBUS_UNAVAILABLE, reason);
        }
        zmq_pollitem_t items[] = {{bus->monitor, 0, ZMQ_POLLIN, 0}, {bus->subscriber, 0, ZMQ_POLLIN, 0}};
        double tick = saybus_tick(bus);
        if (zmq_poll(items, 2, (long)((tick < left ? tick : left) * 1000) + 1) < 0) continue;
        if (items[0].revents) saybus_watch(bus);
        if (items[1].revents) {
            saybus_message *message = saybus_take(bus);
            if (message) { /* A retained one, for the program's first call of saybus_receive(). */
                if (bus->early_count < SAYBUS_MEMORY) bus->early[bus->early_count++] = message;
                else saybus_release(message);
            }
        }
    }
    if (bus->denied[0]) saybus_die(bus, SAYBUS_UNAVAILABLE, bus->denied);
    if (saybus_stopping) exit(0);
}

/* Says that the stage is at work, and again once a second while it receives. */
static inline void saybus_ready(saybus_bus *bus) {
    bus->state = "ready";
    saybus_status(bus);
    fprintf(stderr, "ready role=%s instance=%s after=%dms\n", bus->role, bus->instance,
            (int)((saybus_clock() - bus->started) * 1000));
}

/* Says `stopped`, and closes the connection. Returns the exit code. */
static inline int saybus_close(saybus_bus *bus) {
    if (bus->state) {
        bus->state = "stopped";
        saybus_status(bus);
    }
    for (int index = 0; index < SAYBUS_OUTBOX; index++) {
        if (bus->outbox[index].header) saybus_drop(&bus->outbox[index]);
    }
    while (bus->early_next < bus->early_count) saybus_release(bus->early[bus->early_next++]);
    zmq_socket_monitor(bus->subscriber, NULL, 0);
    zmq_close(bus->monitor);
    zmq_close(bus->publisher);
    zmq_close(bus->subscriber);
    zmq_ctx_term(bus->context);
    if (bus->directory > 0) close(bus->directory);
    return 0;
}

#endif
