import SaybusMessages

/// The JSON Schema of a pipeline's file, for editors.
public enum PipelineFileSchema {
    /// Returns the schema.
    /// - Parameter programs: The options of the programs, by their names without `saybus-`.
    public static func json(_ programs: [String: ProgramOptions]) -> JSONValue {
        let texts: JSONValue = ["anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]]]
        let environment = described("Variables of the programs' environment.", variables)
        let stages = programs.mapValues { stage($0) }
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A pipeline of Saybus",
            "type": "object",
            "additionalProperties": false,
            "properties": [
                "bus": described("The URL of the bus.", ["type": "string"]),
                "session": described("The conversation of all stages.", ["type": "string"]),
                "key": described("The key of all programs but the broker.", ["type": "string"]),
                "server-key": described("The broker's public key, for all other programs.", ["type": "string"]),
                "log-level": described("The log level of all programs.", ["type": "string"]),
                "metrics": described(
                    "The address of the metrics of saybus up; those of the programs are at the next ports, in the order of the stages.",
                    ["type": "string"]),
                "traces": described(
                    "The http:// URL of the collector of OpenTelemetry to which all programs send traces.",
                    ["type": "string"]),
                "environment": environment,
                "apps": described("Apps in YAML, relative to this file.", texts),
                "skills": described("Skills, relative to this file.", texts),
                "stages": [
                    "type": "object", "description": "The stages by name, with their options.",
                    "properties": .object(stages),
                    // A stage of another name says which program it is.
                    "additionalProperties": ["type": "object", "required": ["program"]],
                ],
                "hosts": described(
                    "The names of the stages that each machine runs.",
                    ["type": "object", "additionalProperties": texts]),
            ],
        ]
    }

    private static let variables: JSONValue = [
        "type": "object", "additionalProperties": ["type": ["string", "number"]],
    ]

    private static func stage(_ program: ProgramOptions) -> JSONValue {
        var properties: [String: JSONValue] = [
            "program": ["type": "string"],
            "environment": described("Variables of its environment, over those of the file.", variables),
        ]
        for option in program.options where !["bus", "instance"].contains(option.name) {
            let one: JSONValue =
                option.isFlag
                ? ["type": "boolean"]
                : option.choices.isEmpty
                    ? ["type": ["string", "number", "boolean"]] : ["enum": .array(option.choices.map(JSONValue.string))]
            properties[option.name] = described(
                option.summary, option.isRepeating ? ["anyOf": [one, ["type": "array", "items": one]]] : one)
        }
        if program.takesProgram { properties["command"] = ["type": "array", "items": ["type": "string"]] }
        return ["type": ["object", "null"], "additionalProperties": false, "properties": .object(properties)]
    }

    private static func described(_ text: String, _ schema: JSONValue) -> JSONValue {
        guard case .object(var members) = schema else { return schema }
        members["description"] = .string(text)
        return .object(members)
    }
}
