import SaybusMessages

/// The JSON Schema (draft 2020-12) of an app file, for completion and validation in editors.
public enum AppFileSchema {
    /// The schema. The reader checks rules that a schema cannot express, such as references to names.
    public static var json: JSONValue {
        guard case .object(var members) = AppFileShape.file.schema else { return .null }
        members["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        members["title"] = "Saybus app"
        members["$defs"] = .object(definitions)
        return .object(members)
    }

    private static var definitions: [String: JSONValue] {
        func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }
        func list(of items: JSONValue) -> JSONValue { ["type": "array", "minItems": 1, "items": items] }
        var soundKeys: [JSONValue] = []
        for name in ["speak", "tone", "silence"] { soundKeys.append(["required": [.string(name)]]) }
        return [
            "name": ["type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"],
            "text": ["type": "string", "pattern": "\\S"],
            "words": list(of: reference("text")),
            "time": [
                "anyOf": [
                    ["type": "number", "minimum": 1, "maximum": 600_000],
                    ["type": "string", "pattern": "^[+-]?[0-9.]+([eE][+-]?[0-9]+)? ?(ms|s|min)$"],
                ]
            ],
            "type": ["anyOf": [list(of: reference("value")), AppFileShape.typeDefinition.schema]],
            "after": AppFileShape.after.schema,
            "at": AppFileShape.at.schema,
            "every": AppFileShape.every.schema,
            "cancel": AppFileShape.cancel.schema,
            "remaining": AppFileShape.remaining.schema,
            "list": AppFileShape.list.schema,
            "value": ["anyOf": [reference("text"), AppFileShape.typeValue.schema]],
            "command": AppFileShape.command.schema,
            "group": AppFileShape.patternGroup.schema,
            "condition": AppFileShape.condition.schema,
            "topic": AppFileShape.topic.schema,
            "interception": AppFileShape.interception.schema,
            "request": AppFileShape.request.schema,
            "action": AppFileShape.action.schema,
            "actions": list(of: reference("action")),
            "sounds": list(of: ["allOf": [reference("action"), ["anyOf": .array(soundKeys)]]]),
            "speech": ["anyOf": [reference("text"), AppFileShape.speech.schema]],
            "tone": AppFileShape.tone.schema,
            "vector": list(of: ["type": ["string", "number"]]),
            "exec": ["anyOf": [reference("vector"), AppFileShape.exec.schema]],
            "http": AppFileShape.http.schema,
            "publish": AppFileShape.publish.schema,
            "mqtt": AppFileShape.mqtt.schema,
            "fields": ["type": "object", "additionalProperties": ["type": ["string", "number"]]],
        ]
    }
}
