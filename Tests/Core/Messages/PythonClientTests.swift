import Foundation
import SaybusMessages
import SaybusTesting
import Testing

/// The agreement of the Python client with this package.
@Suite("deploy/python/saybus")
struct PythonClientTests {
    static let folder = PackageFolder.containing().appending(path: "deploy/python")
        .standardizedFileURL
    static let hasPyzmq = (try? Python.run("import zmq")).map { $0.code == 0 } ?? false

    @Test(
        "the Python client reads every example, and its own messages are read here",
        .enabled(if: hasPyzmq, "needs python3 with the package pyzmq: deploy/install --python"))
    func bothWays() throws {
        let file = FileManager.default.temporaryDirectory.appending(component: "saybus-frames-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let sent = try Samples.everyExample()
        try JSONEncoder().encode(sent.map { $0.frames.map { Data($0) } }).write(to: file)

        let result = try Python.run(
            Self.script, Self.folder.path(percentEncoded: false), file.path(percentEncoded: false))
        try #require(result.code == 0, "\(result.output)")
        let lists = try JSONDecoder().decode([[Data]].self, from: Data(result.output.utf8))
        let received = try lists.map { try RawMessage(frames: $0.map { [UInt8]($0) }) }
        try #require(received.count == sent.count + 3)

        for (question, answer) in zip(sent, received) {
            #expect(try answer.decode(Receipt.self).body == Receipt(of: question.header.kind))
            #expect(answer.header.causes == [question.header.id])
            #expect(answer.header.turn == question.header.turn)
        }
        #expect(
            received.enumerated().allSatisfy { $0.element.header.sequence == ($0.offset < sent.count ? $0.offset : 0) })
        #expect(Set(received.map(\.header.id)).count == received.count)

        let status = try received[sent.count].decode(StageStatus.self)
        #expect(status.header.retain)
        #expect((status.body.role, status.body.engine, status.body.state) == (.transcribe, "python", .ready))
        #expect(status.body.counters.published == sent.count)
        let transcript = try received[sent.count + 1].decode(SpeechTranscript.self)
        #expect(transcript.body == SpeechTranscript(text: "zwölf \u{1F399}", confidence: 0.5, engine: "python"))
        #expect(transcript.header.source.description == "transcribe/python-1")
        #expect(transcript.header.deadline.map { $0 > WallClock.microseconds() } == true)
        let audio = try received[sent.count + 2].decode(AudioInput.self)
        #expect(audio.body == AudioInput(index: 2, isLast: true, samples: [1, 0, 255, 127]))
        #expect(audio.header.session.rawValue == "kitchen")
    }

    /// The tables of the contract in the Python package `saybus`.
    private struct Tables: Decodable {
        var tracked: [String: [String]]
        var takers, resting: [String: String]
        var standIns: [String: Set<String>]
        var retained, reports, gone, states, counters, required, optional, stamp: [String]
        var bodies: [String: JSONValue]
        var maximumSize: Int
    }

    @Test(
        "the Python client's tables are those of the message catalog",
        .enabled(if: hasPyzmq, "needs python3 with the package pyzmq: deploy/install --python"))
    func tables() throws {
        let result = try Python.run(Self.tableScript, Self.folder.path(percentEncoded: false))
        try #require(result.code == 0, "\(result.output)")
        let tables = try JSONDecoder().decode(Tables.self, from: Data(result.output.utf8))
        var (tracked, takers, resting): ([String: [String]], [String: String], [String: String]) = ([:], [:], [:])
        var standIns: [String: Set<String>] = [:]
        for type in MessageCatalog.all {
            let kind = type.kind.rawValue
            takers[kind] = type.delivery?.role.rawValue
            standIns[kind] = type.delivery.map { Set($0.standIns.map(\.rawValue)) }
            guard let tracking = type.tracking else { continue }
            tracked[kind] = [tracking.role.rawValue] + tracking.answers.map(\.rawValue).sorted()
            switch tracking.whenReceiverIsLost {
            case .nothing: break
            case .sendAgain: resting[kind] = "again"
            case .endTurn: resting[kind] = "report"
            }
        }
        #expect(tables.tracked == tracked)
        #expect(tables.takers == takers)
        #expect(tables.standIns == standIns)
        #expect(tables.resting == resting)
        #expect(tables.retained == MessageCatalog.all.filter { $0.isRetained }.map { $0.kind.rawValue }.sorted())
        #expect(tables.reports == MessageCatalog.all.filter { $0.isReport }.map { $0.kind.rawValue }.sorted())
        let states = StageStatus.State.allCases
        #expect(tables.states == states.map(\.rawValue).sorted())
        #expect(tables.gone == states.filter(\.isGone).map(\.rawValue).sorted())
        #expect(tables.maximumSize == RawMessage.maximumSize)
        #expect(tables.required == Self.fields(of: Header.schema, areRequired: true))
        #expect(tables.optional == Self.fields(of: Header.schema, areRequired: false))
        #expect(tables.stamp == Self.fields(of: Stamp.schema, areRequired: true))
        for (kind, shape) in tables.bodies {
            let known = try #require(Kind(rawValue: kind))
            let type = try #require(MessageCatalog.type(of: known))
            #expect(Self.differences(shape, type.schema, at: kind, isWhole: type.delivery != nil) == [])
        }
        #expect(Set(takers.keys).subtracting(tables.bodies.keys).isEmpty, "all tracked bodies are checked")
        let counters = try JSONValue(StageStatus.examples[0].counters)
        guard case .object(let members) = counters else { throw MessageError(.body, "no object") }
        #expect(tables.counters == members.keys.sorted())
    }

    @Test("the Python client's schemas are those of the message catalog")
    func schemas() throws {
        let file = Self.folder.appending(path: "saybus/schemas.json")
        guard case .object(var schemas) = try JSONValue(parsing: Array(Data(contentsOf: file))) else {
            throw MessageError(.body, "no object")
        }
        for type in MessageCatalog.all {
            // The comment is the version, with which the schemas need not change. Ids in the examples are new each
            // time.
            let kind = type.kind.rawValue
            guard case .object(var python)? = schemas.removeValue(forKey: kind),
                case .object(var own) = try JSONValue(parsing: Array(type.jsonSchema.text().utf8))
            else {
                Issue.record("no schema of \(kind): saybus schema > deploy/python/saybus/schemas.json")
                continue
            }
            for key in ["$comment", "examples"] { (python[key], own[key]) = (nil, nil) }
            #expect(python == own, "\(kind): saybus schema > deploy/python/saybus/schemas.json")
        }
        #expect(schemas.keys.sorted() == ["header", "stamp"])
    }

    private static func fields(of schema: Schema, areRequired: Bool) -> [String] {
        schema.fields.filter { $0.isRequired == areRequired }.map(\.name).sorted()
    }

    /// Returns the places where a shape of deploy/python/saybus differs from a schema.
    /// - Parameter isWhole: Whether the shape has all optional fields; otherwise it may lack them.
    private static func differences(
        _ shape: JSONValue, _ schema: Schema, at place: String, isWhole: Bool
    ) -> [String] {
        switch (shape, schema) {
        case (.string("string"), .string), (.string("uuid"), .uuid), (.string("integer"), .integer),
            (.string("number"), .number), (.string("fraction"), .fraction), (.string("boolean"), .boolean),
            (.string("object"), .object), (.string("object"), .anyOf):
            return []
        case (.object(let members), _):
            switch (members["choice"], members["array"], members["anyOf"], members["fields"], schema) {
            case (.array(let words)?, _, _, _, .choice(let expected)):
                return words == expected.sorted().map { .string($0) } ? [] : [place]
            case (_, let element?, _, _, .array(let expected)):
                return differences(element, expected, at: place + ".0", isWhole: isWhole)
            case (_, _, .array(let shapes)?, _, .anyOf(let expected)) where shapes.count == expected.count:
                return zip(shapes, expected).flatMap { differences($0, $1, at: place, isWhole: isWhole) }
            case (_, _, _, .object(let fields)?, .dictionary(let expected)):
                return fields["*"].map { differences($0, expected, at: place + ".*", isWhole: isWhole) } ?? [place]
            case (_, _, _, .object(let fields)?, .object(_, let expected)):
                let names = Dictionary(
                    uniqueKeysWithValues: expected.map { ($0.isRequired ? $0.name : $0.name + "?", $0) })
                let missing = names.filter { (isWhole || $0.value.isRequired) && fields[$0.key] == nil }.keys
                return missing.map { "\(place) lacks \($0)" }
                    + fields.flatMap { name, shape in
                        names[name].map { differences(shape, $0.schema, at: "\(place).\(name)", isWhole: isWhole) }
                            ?? ["\(place).\(name) is unknown"]
                    }
            default: return [place]
            }
        default: return [place]
        }
    }

    private static let tableScript = """
        import json, sys
        sys.path.insert(0, sys.argv[1])
        import saybus
        def describe(shape):
            if isinstance(shape, set):
                return {"choice": sorted(shape)}
            if isinstance(shape, tuple):
                return {"anyOf": [describe(one) for one in shape]}
            if isinstance(shape, list):
                return {"array": describe(shape[0])}
            if isinstance(shape, dict):
                return {"fields": {name: describe(one) for name, one in shape.items()}}
            return {str: "string", int: "integer", float: "number", bool: "boolean", dict: "object",
                    saybus.UUID: "uuid", saybus.Fraction: "fraction"}[shape]
        print(json.dumps({
            "tracked": {kind: [role, *sorted(answers)] for kind, (role, answers) in saybus.TRACKED.items()},
            "takers": saybus.TAKERS,
            "standIns": {kind: sorted(roles) for kind, roles in saybus.STAND_INS.items()}, "resting": saybus.RESTING, "retained": sorted(saybus.RETAINED),
            "reports": sorted(saybus.REPORTS), "gone": sorted(saybus.GONE), "states": sorted(saybus.STATES),
            "counters": sorted(saybus.COUNTERS), "required": sorted(saybus.FIELDS), "optional": sorted(saybus.OPTIONAL),
            "stamp": sorted(saybus.STAMP), "bodies": {kind: describe(body) for kind, body in saybus.BODIES.items()},
            "maximumSize": saybus.MAXIMUM_SIZE}))
        """

    private static let script = """
        import base64, contextlib, io, json, sys
        sys.path.insert(0, sys.argv[1])
        from saybus import Bus, parse
        sent = []
        class Recorder:
            def send_multipart(self, frames):
                sent.append([base64.b64encode(frame).decode() for frame in frames])
        bus = Bus("transcribe", "python-1", url="ipc:///nowhere")
        bus._publisher = Recorder()
        with open(sys.argv[2], encoding="utf-8") as file:
            for frames in json.load(file):
                bus.receipt(parse([base64.b64decode(frame) for frame in frames]))
        with contextlib.redirect_stderr(io.StringIO()):  # The ready line is not for this output.
            bus.ready(engine="python")
        bus.publish("speech.transcript", {"text": "zwölf \u{1F399}", "confidence": 0.5, "engine": "python"})
        bus.publish("audio.input", bytes([1, 0, 255, 127]), session="kitchen", index=2, last=True,
                    content="audio/L16;rate=16000;channels=1")
        print(json.dumps(sent))
        """
}
