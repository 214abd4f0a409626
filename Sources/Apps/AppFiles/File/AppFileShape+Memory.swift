import SaybusMessages

/// The keys of the actions on an app's memory.
extension AppFileShape {
    private static let template: JSONValue = ["type": "string"]
    private static let kind: JSONValue = [
        "type": "string", "enum": .array(Schedule.Kind.allCases.map { .string($0.rawValue) }),
    ]

    private static let scheduleKeys: [Key] = [
        .optional("kind", kind, "The kind by which users ask for it; default: timer for after, else alarm."),
        .optional("name", template, "The name by which users tell it from others."),
        .optional(
            "ring", ["anyOf": [["type": "boolean"], ["$ref": "#/$defs/sounds"]]],
            "The sounds that are repeated until somebody says stop, or false; default: three short tones."),
        .optional("ring-time", ["$ref": "#/$defs/time"], "The time after which it rings no more; default: 5min."),
        .optional("late", text, "The words when it is late by more than a minute; {ago} is how late."),
        .optional("do", ["$ref": "#/$defs/actions"], "The actions when it is due."),
    ]

    static let after = AppFileShape(
        summary: "A timer.",
        keys: [.required("time", text, "How long from now, such as 10min or {length}.")] + scheduleKeys)

    static let at = AppFileShape(
        summary: "An alarm at a time of day, by the local clock.",
        keys: [
            .required("time", text, "The time of day, such as 7:00 or {time}."),
            .optional("day", template, "The day, such as 2026-11-25, tomorrow or {day|}; default: the next such time."),
        ] + scheduleKeys)

    static let every = AppFileShape(
        summary: "An alarm that comes again.",
        keys: [
            .optional("length", text, "The time between, such as 30min."),
            .optional("time", text, "The time of day, such as 7:00."),
            .optional("days", template, "The days, such as monday, weekdays or {days|every day}; default: every day."),
        ] + scheduleKeys,
        constraints: [
            "oneOf": [
                ["required": ["length"], "properties": ["time": false, "days": false]],
                ["required": ["time"], "properties": ["length": false]],
            ]
        ])

    private static let filterKeys: [Key] = [
        .optional("kind", kind, "The kind; default: all."),
        .optional("name", template, "The name; default: all."),
        .optional("length", template, "The length with which it was set; default: all."),
        .optional(
            "which", template, "The place among those that fit, from 1 for the next that is due; default: all."),
        .optional("none", text, "The output when there is none."),
    ]

    static let cancel = AppFileShape(
        summary: "What is cancelled.",
        keys: filterKeys + [
            .optional("all", ["type": "boolean"], "Whether all are meant where several fit; default: false.")
        ])

    static let remaining = AppFileShape(
        summary: "Timers, alarms and reminders whose remaining time is told.",
        keys: filterKeys + [
            .optional("say", text, "The words about each, with {label}, {name|}, {kind} and {left}.")
        ])

    static let list = AppFileShape(
        summary: "A list that lasts, such as what to buy.",
        keys: [
            .required("name", ["$ref": "#/$defs/name"], "The list's name."),
            .optional("add", text, "The entry to add."), .optional("remove", text, "The entry to remove."),
            .optional("clear", ["const": true], "Removes all entries."),
            .optional("none", text, "The output when there is no entry."),
            .optional("and", text, "The word before the last entry of the output; default: and."),
            .optional(
                "several", ["type": "boolean"],
                "Whether what is added or removed may be several entries, between commas and the word of \"and\"."),
        ],
        constraints: [
            "allOf": [
                ["not": ["required": ["add", "remove"]]], ["not": ["required": ["add", "clear"]]],
                ["not": ["required": ["remove", "clear"]]],
            ]
        ])

    static let typeDefinition = AppFileShape(
        summary: "A type of parameter: values, a range of numbers, digits, or words.",
        keys: [
            .optional("values", ["type": "array", "minItems": 1, "items": ["$ref": "#/$defs/value"]], "The values."),
            .optional("open", ["type": "boolean"], "With values: whether other words are accepted, too."),
            .optional("preferred", ["type": "boolean"], "With values: whether they precede other words that fit."),
            .optional(
                "range", ["type": "array", "minItems": 2, "maxItems": 2, "items": ["type": "number"]],
                "The first and the last number."),
            .optional("step", ["type": "number", "exclusiveMinimum": 0], "With range: the step; default: 1."),
            .optional(
                "fractions", ["type": "string", "enum": ["halves", "tenths"]],
                "With range: the decimals; default: whole numbers only."),
            .optional("times", ["type": "number"], "With range: the factor of the spoken number."),
            .optional(
                "digits", ["type": "integer", "minimum": 1, "maximum": 100], "The number of digits of a code."),
            .optional("words", ["type": "integer", "minimum": 1, "maximum": 100], "The most words of any text."),
        ],
        constraints: [
            "oneOf": [
                ["required": ["values"]], ["required": ["range"]], ["required": ["digits"]], ["required": ["words"]],
            ]
        ])
}
