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

    static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }
    static let text = reference("text")
    static let time = reference("time")
    private static let actions = reference("actions")
    private static let sounds = reference("sounds")
    static let fraction: JSONValue = ["type": "number", "minimum": 0, "maximum": 1]
    static let words = reference("words")
    static let length: JSONValue = [
        "type": "integer", "minimum": 1, "maximum": .integer(Int64(ActionPlan.maximumValueLength)),
    ]

    private static func mapping(of value: JSONValue, minimum: Int64 = 1) -> JSONValue {
        [
            "type": "object", "minProperties": .integer(minimum), "additionalProperties": value,
            "propertyNames": ["pattern": "^[A-Za-z0-9._-]{1,64}$"],
        ]
    }

    static func choice(_ words: [String]) -> JSONValue {
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
                "How often the question is repeated, or forever, which two silences in a row end."),
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
