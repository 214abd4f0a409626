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
        summary: "A Saybus app: what can be said to it, and what it does then.",
        keys: [
            .required("app", reference("name"), "The app's name on the bus."),
            .optional("language", ["type": "string"], "The language of the patterns, such as en-US."),
            .optional("types", ["type": "object", "additionalProperties": reference("type")], "Types of parameters."),
            .required("commands", mapping(of: reference("command")), "The commands that can always be given."),
            .optional("topics", mapping(of: reference("topic"), minimum: 0), "Parts of the conversation."),
            .optional("requests", mapping(of: reference("request"), minimum: 0), "Questions to ask, by name."),
            .optional("failed", sounds, "What is heard when a command fails."),
            .optional("not-understood", sounds, "What is heard when words fit no command."),
        ])

    static let command = AppFileShape(
        summary: "Something that can be said, and what is done then.",
        keys: [
            .optional("summary", text, "What it does, in a sentence for \"what can I say?\"."),
            .optional(
                "standard", ["type": "boolean"],
                "Whether it is the standard command of this name, with its own phrases besides these patterns."),
            .optional(
                "patterns", words, "Ways to say it: words, @name, @name:Number, @name:Type. Without, it is standard."),
            .optional("do", actions, "What is done, in order. Some standard commands know it themselves."),
            .optional("failed", sounds, "What is heard when it fails."),
        ],
        constraints: [
            "anyOf": [
                ["required": ["patterns", "do"]],
                ["required": ["standard"], "properties": ["standard": ["const": true]]],
            ]
        ])

    static let topic = AppFileShape(
        summary: "A part of the conversation, with commands that can be given only while it is entered.",
        keys: [
            .optional("intro", sounds, "What is heard when it is entered."),
            .optional("help", text, "What can be done here, for those who ask for help."),
            .optional("intercept", reference("interception"), "What is done to that which the topics inside say."),
            .required("commands", mapping(of: reference("command")), "Its commands."),
            .optional("topics", mapping(of: reference("topic"), minimum: 0), "The topics inside it."),
        ])

    static let interception = AppFileShape(
        summary: "What is done to that which the topics inside say.",
        keys: [
            .optional("before", sounds, "What is heard before it."),
            .optional("after", sounds, "What is heard after it."),
            .optional("swallow", ["type": "boolean"], "Whether it is not heard at all."),
        ])

    static let request = AppFileShape(
        summary: "A question to the user.",
        keys: [
            .required("kind", choice(RequestKind.allCases.map(\.rawValue)), "What an answer is."),
            .required("prompt", reference("speech"), "What is asked."),
            .optional("reprompt", text, "What is asked when it is asked again."),
            .optional("invalid", text, "What is said to an answer that does not fit."),
            .optional(
                "retries",
                ["anyOf": [["type": "integer", "minimum": 0, "maximum": 100], choice([foreverWord])]],
                "How often it is asked again, or forever."),
            .optional("patience", time, "How long to wait for the answer to begin."),
            .optional(
                "options", ["type": "array", "minItems": 1, "items": reference("value")],
                "For select: what can be chosen."),
            .optional(
                "range", ["type": "array", "minItems": 2, "maxItems": 2, "items": ["type": "number"]],
                "For number: the least and the greatest."),
            .optional("patterns", words, "For pattern: the shapes of an answer."),
            .optional(
                "as", ["type": "string", "pattern": "^\\w+$"], "The name of the answer for what follows; answer."),
            .optional("yes", actions, "For confirmation: what is done after a yes."),
            .optional("no", actions, "For confirmation: what is done after a no."),
            .optional("do", actions, "What is done with the answer."),
            .optional("failed", sounds, "What is heard when an action fails."),
            .optional("unanswered", actions, "What is done when no answer fits, or the question is called off."),
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
        summary: "One thing that is done.",
        keys: [
            .optional("speak", reference("speech"), "Says something; {name} is what was said for @name."),
            .optional("tone", reference("tone"), "Sounds a tone, or plays a sound file."),
            .optional("silence", time, "Waits."),
            .optional("exec", reference("exec"), "Runs a program, never a shell; {output} is its first line."),
            .optional("http", reference("http"), "Asks a web server."),
            .optional("publish", reference("publish"), "Publishes a message on the bus."),
            .optional("log", text, "Writes a line to the log."),
            .optional("enter", reference("name"), "Enters a topic."),
            .optional("leave", reference("name"), "Leaves a topic; \"all\" leaves all."),
            .optional(
                "tell", choice(Action.Guidance.allCases.map(\.rawValue)),
                "Tells the help, the commands, or the last thing again."),
            .optional(
                "ask", ["anyOf": [reference("name"), reference("request")]],
                "Asks a question, by its name or as it is written here. Nothing follows it."),
        ], constraints: ["minProperties": 1, "maxProperties": 1])

    /// The word for leaving all topics.
    static let allWord = "all"

    static let speech = AppFileShape(
        summary: "Words and how they are said.",
        keys: [
            .required("text", text, "The words."), .optional("voice", text, "The voice's name."),
            .optional("rate", ["type": "integer", "minimum": 50, "maximum": 500], "Words a minute."),
            .optional("pitch", ["type": "integer", "minimum": 0, "maximum": 100], "0 to 100."),
            .optional("volume", fraction, "0 to 1."),
        ])

    static let tone = AppFileShape(
        summary: "A sine tone, or a sound file.",
        keys: [
            .optional("frequency", ["type": "number", "minimum": 20, "maximum": 20_000], "Of a tone: hertz."),
            .optional("duration", time, "Of a tone: how long."),
            .optional("file", text, "Instead: a WAV, FLAC or Ogg file, by its path in the folder of this file."),
            .optional("volume", fraction, "0 to 1."),
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
            .optional("timeout", time, "How long it may take."), .optional("directory", text, "Where it runs."),
            .optional(
                "environment", ["type": "object", "additionalProperties": ["type": ["string", "number"]]],
                "Variables to set."),
        ])

    static let http = AppFileShape(
        summary: "A request to a web server. Values are encoded for the place where they stand.",
        keys: [
            .required("url", ["type": "string", "pattern": "^https?://"], "The address; no values before its path."),
            .optional("method", choice(HTTPCall.Method.allCases.map(\.rawValue)), "GET when absent."),
            .optional("query", reference("fields"), "What is added after ?."),
            .optional("headers", reference("fields"), "Headers."),
            .optional("body", true, "What is sent, as JSON."), .optional("timeout", time, "How long it may take; 10s."),
            .optional(
                "maximum-size", ["type": "integer", "minimum": 1, "maximum": .integer(Int64(HTTPCall.largestSize))],
                "The most bytes of the answer; 65536."),
            .optional(
                "output",
                [
                    "anyOf": [
                        ["type": "string"],
                        ["type": "object", "minProperties": 1, "additionalProperties": ["type": "string"]],
                    ]
                ],
                "Which part of the JSON answer is {output}, such as current.temperature; or names with a part each."),
        ])

    static let publish = AppFileShape(
        summary: "A message on the bus.",
        keys: [
            .required("kind", ["type": "string", "pattern": "^[a-z0-9.-]{1,64}$"], "Its kind."),
            .optional("body", ["type": "object"], "Its body."),
        ])

    static let typeValue = AppFileShape(
        summary: "A value and other words for it.",
        keys: [.required("value", text, "The value."), .optional("synonyms", words, "Other words for it.")])
}
