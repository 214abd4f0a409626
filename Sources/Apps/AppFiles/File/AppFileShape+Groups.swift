import SaybusMessages

/// The keys of patterns with conditions.
extension AppFileShape {
    static let patternGroup = AppFileShape(
        summary: "Patterns that are valid under conditions, or that set parameters which their words lack.",
        keys: [
            .required("patterns", words, "The patterns."),
            .optional(
                "fixed", ["type": "object", "additionalProperties": ["anyOf": [text, ["type": "number"]]]],
                "Parameters that these patterns set, by name."),
            .optional(
                "requires",
                ["type": "object", "additionalProperties": ["anyOf": [words, ["$ref": "#/$defs/condition"]]]],
                "Facts that must be known, such as room, each with its values or with a parameter that gets it."),
            .optional(
                "excludes", ["type": "object", "additionalProperties": words],
                "Facts that must not have one of these values."),
            .optional("keywords", words, "Words of which the utterance must contain at least one."),
        ])

    static let condition = AppFileShape(
        summary: "A condition on a fact.",
        keys: [
            .optional("values", words, "The accepted values; default: any."),
            .optional("slot", text, "The parameter that gets the fact's value."),
        ])
}
