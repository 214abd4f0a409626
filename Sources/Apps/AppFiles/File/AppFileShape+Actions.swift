import SaybusExternalEngines
import SaybusMessages

/// The keys of actions.
extension AppFileShape {
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
                "file", text, "For a sound file: the path of a WAV, FLAC, Ogg or MP3 file in the folder of this file."),
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
                "maximum-size",
                ["type": "integer", "minimum": 1, "maximum": .integer(Int64(HTTPCall.maximumConfigurableSize))],
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
}
