import SaybusMessages
import SaybusStage
import SaybusTerminal

/// `saybus schema`: the JSON Schemas of all messages.
public enum SchemaListing {
    /// Returns the schema of a message kind, of `header` or of `stamp`; without a kind, an object with all schemas.
    /// - Throws: `StageFailure` that lists the kinds, when there is no such kind.
    public static func text(_ kind: String?) throws(StageFailure) -> String {
        guard let kind else { return JSONValue.object(all).text(indented: true) }
        if let schema = all[kind] { return schema.text(indented: true) }
        let names = all.keys.sorted().joined(separator: ", ")
        throw StageFailure(.usage, "no kind is called \"\(LineSplitter.printable(kind))\"; there are: \(names)")
    }

    private static var all: [String: JSONValue] {
        var schemas = [
            "header": Header.schema.jsonSchema(title: "header"), "stamp": Stamp.schema.jsonSchema(title: "stamp"),
        ]
        for type in MessageCatalog.all { schemas[type.kind.rawValue] = type.jsonSchema }
        return schemas.mapValues { schema in
            guard case .object(var members) = schema else { return schema }
            members["$comment"] = .string("Saybus \(ProjectVersion.current)")
            return .object(members)
        }
    }
}
