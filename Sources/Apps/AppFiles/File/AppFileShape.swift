import SaybusExternalEngines
import SaybusMessages

/// The keys of a mapping in an app file. The reader refuses other keys; the schema offers them for completion.
struct AppFileShape: Sendable {
    /// A key of a mapping.
    struct Key: Sendable {
        let name: String
        let isRequired: Bool
        /// The JSON Schema of the value.
        let value: JSONValue
        /// A description of the key in one sentence.
        let summary: String

        static func required(_ name: String, _ value: JSONValue, _ summary: String) -> Key {
            Key(name: name, isRequired: true, value: value, summary: summary)
        }

        static func optional(_ name: String, _ value: JSONValue, _ summary: String) -> Key {
            Key(name: name, isRequired: false, value: value, summary: summary)
        }
    }

    /// A description of the mapping in one sentence.
    let summary: String
    /// The keys, in the order of error messages.
    let keys: [Key]
    /// Further constraints as members of JSON Schema.
    var constraints: [String: JSONValue] = [:]

    /// The mapping as JSON Schema.
    var schema: JSONValue {
        var members = constraints
        members["type"] = "object"
        members["description"] = .string(summary)
        members["additionalProperties"] = false
        let required = keys.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { members["required"] = .array(required) }
        members["properties"] = .object(
            Dictionary(
                keys.map { key in
                    guard case .object(var value) = key.value else { return (key.name, key.value) }
                    value["description"] = .string(key.summary)
                    return (key.name, .object(value))
                }, uniquingKeysWith: { first, _ in first }))
        return .object(members)
    }

    private static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }
    private static let text = reference("text")
    private static let time = reference("time")
    private static let actions = reference("actions")
    private static let sounds = reference("sounds")
    private static let fraction: JSONValue = ["type": "number", "minimum": 0, "maximum": 1]
    private static let words = reference("words")
    private static let length: JSONValue = [
        "type": "integer", "minimum": 1, "maximum": .integer(Int64(ActionPlan.maximumValueLength)),
    ]
    private static let kind = choice(Schedule.Kind.allCases.map(\.rawValue))

    private static func mapping(of value: JSONValue, minimum: Int64 = 1) -> JSONValue {
        [
            "type": "object", "minProperties": .integer(minimum), "additionalProperties": value,
            "propertyNames": ["pattern": "^[A-Za-z0-9._-]{1,64}$"],
        ]
    }

    private static func choice(_ words: [String]) -> JSONValue {
        ["type": "string", "enum": .array(words.map { .string($0) })]
    }

    static let file = AppFileShape(
        summary: "A Saybus app: its commands and their actions.",
        keys: [
            .required("app", reference("name"), "The app's name on the bus."),
            .optional("language", ["type": "string"], "The language of the patterns, such as en-US."),
            .optional("types", ["type": "object", "additionalProperties": reference("type")], "Types of parameters."),
            .optional(
                "rules", ["type": "object", "additionalProperties": text],
                "Parts of patterns, by the name that patterns write in < and >."),
            .optional("skip-words", words, "Words without meaning wherever they occur in an utterance."),
            .optional(
                "secrets", text,
                "A file of lines NAME=value, readable by its owner only, with secrets for http and exec as ${NAME}."),
            .required("commands", mapping(of: reference("command")), "The commands that are always valid."),
            .optional(
                "topics", mapping(of: reference("topic"), minimum: 0),
                "Topics: parts of the conversation with commands of their own."),
            .optional("requests", mapping(of: reference("request"), minimum: 0), "Questions to ask, by name."),
            .optional("failed", sounds, "What to play when a command fails."),
            .optional("not-understood", sounds, "What to play when an utterance matches no command."),
        ])

    static let command = AppFileShape(
        summary: "A command: its patterns and its actions.",
        keys: [
            .optional("summary", text, "What the command does, as a sentence for the answer to \"what can I say?\"."),
            .optional(
                "standard", ["type": "boolean"],
                "Whether this is the standard command of this name, which has built-in patterns besides these."),
            .optional(
                "patterns", words,
                "The patterns: words, @name, @name:Number, @name:Type. Without patterns it is a standard command."),
            .optional(
                "slots", ["type": "object", "additionalProperties": text],
                "The types of the parameters that patterns write as {name}."),
            .optional(
                "groups", ["type": "array", "minItems": 1, "items": reference("group")],
                "Further patterns, which are valid under conditions, or set parameters of their own."),
            .optional("do", actions, "The actions, in order. Some standard commands have built-in actions."),
            .optional("failed", sounds, "What to play when the command fails."),
            .optional(
                "confirm", text,
                "The question before a command that may have been misheard is carried out; default: its pattern."),
            .optional(
                "confirm-below", fraction,
                "The confidence below which the question is asked; 1 asks each time, also about typed words."),
            .optional("refuse-below", fraction, "The confidence below which the command is not understood."),
        ],
        constraints: [
            "anyOf": [
                ["required": ["patterns", "do"]], ["required": ["groups", "do"]],
                ["required": ["standard"], "properties": ["standard": ["const": true]]],
            ]
        ])

    static let topic = AppFileShape(
        summary: "A topic: a part of the conversation, whose commands are valid only while it is entered.",
        keys: [
            .optional("open", ["type": "boolean"], "Whether the topic is entered from the beginning."),
            .optional("intro", sounds, "What to play when the topic is entered."),
            .optional("help", text, "The help text of the topic."),
            .optional("intercept", reference("interception"), "How the speech of subtopics is changed."),
            .required("commands", mapping(of: reference("command")), "The topic's commands."),
            .optional("topics", mapping(of: reference("topic"), minimum: 0), "The subtopics."),
        ])

    static let interception = AppFileShape(
        summary: "How the speech of subtopics is changed.",
        keys: [
            .optional("before", sounds, "What to play before the speech of a subtopic."),
            .optional("after", sounds, "What to play after the speech of a subtopic."),
            .optional("swallow", ["type": "boolean"], "Whether the speech of subtopics is suppressed."),
        ])

    static let request = AppFileShape(
        summary: "A question to the user.",
        keys: [
            .required("kind", choice(RequestKind.allCases.map(\.rawValue)), "The kind of answer."),
            .required("prompt", reference("speech"), "The question."),
            .optional("reprompt", text, "The question when it is repeated; default: the prompt."),
            .optional("invalid", text, "What to say after an invalid answer."),
            .optional(
                "retries",
                ["anyOf": [["type": "integer", "minimum": 0, "maximum": 100], choice([foreverWord])]],
                "How often the question is repeated, or forever."),
            .optional("patience", time, "The time to wait for an answer to begin."),
            .optional(
                "options", ["type": "array", "minItems": 1, "items": reference("value")],
                "For select: the options."),
            .optional(
                "range", ["type": "array", "minItems": 2, "maxItems": 2, "items": ["type": "number"]],
                "For number: the smallest and the largest number."),
            .optional("patterns", words, "For pattern: the patterns of an answer."),
            .optional(
                "as", ["type": "string", "pattern": "^\\w+$"],
                "The name of the answer's value in the actions; default: answer."),
            .optional("yes", actions, "For confirmation: the actions after a yes."),
            .optional("no", actions, "For confirmation: the actions after a no."),
            .optional("do", actions, "The actions after a valid answer."),
            .optional("failed", sounds, "What to play when an action fails."),
            .optional(
                "unanswered", actions, "The actions when there is no valid answer, or the question is cancelled."),
        ],
        constraints: [
            "allOf": [
                only("select", ["options"], isNeeded: true), only("pattern", ["patterns"], isNeeded: true),
                only("number", ["range"]), only("confirmation", ["yes", "no"]),
            ]
        ])

    /// Returns the constraint that only requests of one kind may, or must, have certain keys.
    private static func only(_ kind: String, _ keys: [String], isNeeded: Bool = false) -> JSONValue {
        let isKind: JSONValue = ["properties": ["kind": ["const": .string(kind)]]]
        let none = Dictionary(uniqueKeysWithValues: keys.map { ($0, JSONValue.boolean(false)) })
        let needed = JSONValue.array(isNeeded ? keys.map { .string($0) } : [])
        return ["if": isKind, "then": ["required": needed], "else": ["properties": .object(none)]]
    }

    /// The word for repeating a question without limit.
    static let foreverWord = "forever"

    static let action = AppFileShape(
        summary: "An action.",
        keys: [
            .optional("speak", reference("speech"), "Speaks a text; {name} is the value of the parameter @name."),
            .optional("tone", reference("tone"), "Plays a tone or a sound file."),
            .optional("silence", time, "Pauses."),
            .optional(
                "exec", reference("exec"), "Runs a program without a shell; {output} is the first line of its output."),
            .optional("http", reference("http"), "Sends a request to a web server."),
            .optional("publish", reference("publish"), "Publishes a message on the bus."),
            .optional("mqtt", reference("mqtt"), "Sends a message to an MQTT broker, through saybus-mqtt."),
            .optional("log", text, "Writes a line to the log."),
            .optional("enter", reference("name"), "Enters a topic."),
            .optional("leave", reference("name"), "Leaves a topic; \"all\" leaves all topics."),
            .optional(
                "tell", choice(Action.Guidance.allCases.map(\.rawValue)),
                "Speaks the help, the valid commands, or the last speech again."),
            .optional(
                "ask", ["anyOf": [reference("name"), reference("request")]],
                "Asks a request, by its name or defined here. It must be the last action."),
            .optional("after", reference("after"), "Schedules a timer: its actions run after a time."),
            .optional("at", reference("at"), "Schedules an alarm: its actions run at a time of day."),
            .optional("every", reference("every"), "Schedules an alarm that comes again."),
            .optional(
                "cancel", ["anyOf": [["const": .string(ringingWord)], reference("cancel")]],
                "Cancels what is scheduled in the room, or stops what is ringing."),
            .optional(
                "remaining", reference("remaining"), "Stores as {output} what is left of what is scheduled in the room."
            ),
            .optional("list", reference("list"), "Changes a list, or stores it as {output}."),
        ], constraints: ["minProperties": 1, "maxProperties": 1])

    /// The word for all that is ringing in the room.
    static let ringingWord = "ringing"

    /// The word for leaving all topics.
    static let allWord = "all"

    static let speech = AppFileShape(
        summary: "A text, and how it is spoken.",
        keys: [
            .required("text", text, "The text."), .optional("voice", text, "The voice's name."),
            .optional(
                "rate", ["type": "integer", "minimum": 50, "maximum": 500], "The speaking rate, in words a minute."),
            .optional("pitch", ["type": "integer", "minimum": 0, "maximum": 100], "The pitch, 0 to 100."),
            .optional("volume", fraction, "The volume, 0 to 1."),
        ])

    static let tone = AppFileShape(
        summary: "A sine tone, or a sound file.",
        keys: [
            .optional(
                "frequency", ["type": "number", "minimum": 20, "maximum": 20_000], "For a tone: the frequency in hertz."
            ),
            .optional("duration", time, "For a tone: the duration."),
            .optional(
                "file", text, "For a sound file: the path of a WAV, FLAC or Ogg file in the folder of this file."),
            .optional("volume", fraction, "The volume, 0 to 1."),
        ],
        constraints: [
            "oneOf": [
                ["required": ["frequency", "duration"], "properties": ["file": false]],
                ["required": ["file"], "properties": ["frequency": false, "duration": false]],
            ]
        ])

    static let exec = AppFileShape(
        summary: "A program to run.",
        keys: [
            .required("run", reference("vector"), "The program and its arguments."),
            .optional("timeout", time, "The time limit; default: 10s."),
            .optional("directory", text, "The working directory; default: the folder of this file."),
            .optional(
                "environment", ["type": "object", "additionalProperties": ["type": ["string", "number"]]],
                "Environment variables to set; ${NAME} is a secret."),
            .optional("maximum-length", length, "The most characters of {output}; default: 500."),
        ])

    static let http = AppFileShape(
        summary: "A request to a web server. Values are encoded as their place in the request demands.",
        keys: [
            .required(
                "url", ["type": "string", "pattern": "^https?://"],
                "The URL; values are allowed only after the server's name."),
            .optional("method", choice(HTTPCall.Method.allCases.map(\.rawValue)), "The HTTP method; default: GET."),
            .optional("query", reference("fields"), "The fields of the query, after ?."),
            .optional("headers", reference("fields"), "Headers."),
            .optional("bearer", text, "The token of an Authorization header, such as ${TOKEN}."),
            .optional("maximum-length", length, "The most characters of each stored text; default: 500."),
            .optional("body", true, "The body, as JSON."), .optional("timeout", time, "The time limit; default: 10s."),
            .optional(
                "maximum-size", ["type": "integer", "minimum": 1, "maximum": .integer(Int64(HTTPCall.largestSize))],
                "The maximum size of the answer after unpacking, in bytes; default: 65536."),
            .optional(
                "output",
                [
                    "anyOf": [
                        ["type": "string"],
                        ["type": "object", "minProperties": 1, "additionalProperties": ["type": "string"]],
                    ]
                ],
                "The part of the JSON answer to store as {output}, such as current.temperature; or a mapping of names to parts."
            ),
        ])

    static let publish = AppFileShape(
        summary: "A message on the bus.",
        keys: [
            .required("kind", ["type": "string", "pattern": "^[a-z0-9.-]{1,64}$"], "The message's kind."),
            .optional("body", ["type": "object"], "The message's body."),
        ])

    static let mqtt = AppFileShape(
        summary: "A message for an MQTT broker.",
        keys: [
            .required("topic", text, "The MQTT topic."),
            .required("payload", [:], "The payload: text, or a mapping that becomes JSON."),
            .optional("retain", ["type": "boolean"], "Whether the broker keeps the message for later subscribers."),
            .optional("qos", ["type": "integer", "enum": [0, 1]], "MQTT's quality of service; 1 when absent."),
        ])

    static let typeValue = AppFileShape(
        summary: "A value and its synonyms.",
        keys: [
            .required("value", text, "The value."), .optional("synonyms", words, "Synonyms of the value."),
            .optional("id", text, "An identifier, which the actions get as {name.id}."),
            .optional("spoken", words, "Patterns that are said instead of the value."),
            .optional("number", ["type": "number"], "The value as a number, which the actions get."),
            .optional(
                "context", ["type": "object", "additionalProperties": text],
                "Facts that hold when the value was said, for the conditions of groups."),
        ])
}
