import Foundation
import SaybusMessages
import Testing

/// A check of the schemas with a validator of another implementation.
@Suite("JSON Schemas in Python's jsonschema")
struct JSONSchemaTests {
    static let hasValidator =
        (try? Python.run("import jsonschema; jsonschema.Draft202012Validator")).map { $0.code == 0 } ?? false

    @Test(
        "every schema is valid, accepts the examples, and refuses a body without a required field",
        .enabled(if: hasValidator, "needs python3 with the package jsonschema: deploy/install --python"))
    func validate() throws {
        let folder = FileManager.default.temporaryDirectory.appending(component: "saybus-schemas-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        for type in MessageCatalog.all { try write(type, to: folder) }
        let headers = try Samples.everyExample().map { try JSONValue(parsing: $0.header.encoded()) }
        try write(
            "header", Header.schema, Header.schema.jsonSchema(title: "header", examples: headers), headers, to: folder)
        let stamp = try JSONValue(parsing: Samples.stamp.encoded())
        try write("stamp", Stamp.schema, Stamp.schema.jsonSchema(title: "stamp"), [stamp], to: folder)

        let result = try Python.run(Self.script, folder.path(percentEncoded: false))
        #expect(result.code == 0, "\(result.output)")
        #expect(result.output.split(separator: "\n").last == "\(MessageCatalog.all.count + 2) schemas hold")
    }

    private func write<Body: BusMessage>(_: Body.Type, to folder: URL) throws {
        let examples = try Body.examples.map { example in
            var header = try Samples.header(kind: Body.kind)
            let wire = try example.wire(header: &header)
            return header.content == nil ? try JSONValue(parsing: wire) : try JSONValue(example)
        }
        try write(Body.kind.rawValue, Body.schema, Body.jsonSchema, examples, to: folder)
    }

    private func write(
        _ name: String, _ schema: Schema, _ document: JSONValue, _ valid: [JSONValue], to folder: URL
    ) throws {
        let names = Set(schema.fields.filter(\.isRequired).map { ".\($0.name)" })
        let invalid = valid.flatMap { SchemaWalk.variants(of: $0, schema) { _ in nil } }
            .filter { names.contains($0.path) }.map(\.document)
        let all: JSONValue = ["schema": document, "valid": .array(valid), "invalid": .array(invalid)]
        try Data(all.text(indented: true).utf8).write(to: folder.appending(component: "\(name).json"))
    }

    private static let script = """
        import json, pathlib, sys
        from jsonschema import Draft202012Validator as Validator
        files = sorted(pathlib.Path(sys.argv[1]).glob("*.json"))
        for file in files:
            case = json.loads(file.read_text(encoding="utf-8"))
            Validator.check_schema(case["schema"])
            validator = Validator(case["schema"], format_checker=Validator.FORMAT_CHECKER)
            for document in case["valid"] + case["schema"].get("examples", []):
                for error in validator.iter_errors(document):
                    sys.exit(f"{file.stem}: {error.message} at {error.json_path}")
            for document in case["invalid"]:
                if validator.is_valid(document):
                    sys.exit(f"{file.stem}: accepts {document}")
        print(len(files), "schemas hold")
        """
}
