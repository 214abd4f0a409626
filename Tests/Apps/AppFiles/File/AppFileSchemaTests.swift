import Foundation
import SaybusMessages
import SaybusTesting
import Testing
import Yams

@testable import SaybusAppFiles
@testable import SaybusConversation

/// The Python interpreter that can import `jsonschema`; nil when `SAYBUS_PYTHON` is not set.
private let python = ProcessInfo.processInfo.environment["SAYBUS_PYTHON"]

@Suite("The JSON Schema of app files")
struct AppFileSchemaTests {
    /// Returns the JSON of a YAML node, with the types of values that the reader recognizes.
    private func json(_ node: Node) -> JSONValue {
        switch node {
        case .mapping(let mapping):
            return .object(
                Dictionary(mapping.map { ($0.string ?? "", json($1)) }, uniquingKeysWith: { first, _ in first }))
        case .sequence(let sequence): return .array(sequence.map(json))
        case .alias: return .null
        case .scalar(let scalar):
            let isPlain = scalar.style == .any || scalar.style == .plain
            switch NodeKind(node) {
            case .nothing: return .null
            case .number(let number, let text): return Int64(text).map { .integer($0) } ?? .number(number)
            case .text("true") where isPlain: return .boolean(true)
            case .text("false") where isPlain: return .boolean(false)
            default: return .string(scalar.string)
            }
        }
    }

    /// Returns for each document whether the schema accepts it.
    private func verdicts(_ documents: [JSONValue]) async throws -> [Bool] {
        let script = """
            import json, sys, jsonschema
            schema, documents = json.load(sys.stdin)
            jsonschema.Draft202012Validator.check_schema(schema)
            validator = jsonschema.Draft202012Validator(schema)
            print(json.dumps([validator.is_valid(document) for document in documents]))
            """
        let folder = NSTemporaryDirectory() + "saybus-schema-" + UUID().uuidString.prefix(13).lowercased()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let input = JSONValue.array([AppFileSchema.json, .array(documents)]).text()
        try input.write(toFile: folder + "/in.json", atomically: true, encoding: .utf8)
        let program = try ProgramUnderTest(
            "/bin/sh", ["-c", "exec \"$0\" -c \"$1\" < \"$2\"", try #require(python), script, folder + "/in.json"])
        #expect(try await program.exitCode() == 0)
        return try JSONDecoder().decode([Bool].self, from: Data(program.lines().joined().utf8))
    }

    private func document(_ yaml: String) throws -> JSONValue {
        json(try YAMLDocument.root(Array(yaml.utf8), file: "k"))
    }

    @Test("all examples are valid", .enabled(if: python != nil))
    func examples() async throws {
        let folder = PackageFolder.containing().path + "/deploy/examples"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
            .sorted()
        let documents = try files.map { try document(String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)) }
        let verdicts = try await verdicts(documents)
        for (file, isValid) in zip(files, verdicts) { #expect(isValid, "\(file)") }
    }

    @Test(
        "the schema and the reader agree on every missing key, misspelt key and value of another kind",
        .enabled(if: python != nil))
    func agreement() async throws {
        let whole = try YAMLDocument.root(Array(Self.everything.utf8), file: "k")
        var mutants: [(String, Node)] = [("as it is", whole)]
        mutate(whole, path: "") { mutants.append(($0, $1)) }
        #expect(mutants.count > 300)
        let verdicts = try await verdicts(mutants.map { json($0.1) })
        for ((what, node), isValid) in zip(mutants, verdicts) {
            var reader = AppFileReader(file: "k", folder: nil)
            var problems: [AppFileError.Problem] = []
            do throws(AppFileError) { _ = try reader.read(node) } catch { problems = error.problems }
            // Only the reader checks names, patterns, templates and references.
            let shapes: Set<AppFileError.Problem.Code> = [.unknownKey, .missing, .wrongKind]
            let isShaped = !problems.contains { shapes.contains($0.code) }
            if isShaped, !problems.isEmpty { continue }
            #expect(isValid == isShaped, "\(what): the schema says \(isValid), the reader \(problems)")
        }
    }

    @Test("a tone is either a frequency with a duration or a file", .enabled(if: python != nil))
    func tones() async throws {
        let tones = [
            ("{frequency: 440, duration: 1s}", true), ("{file: a.wav}", true), ("{file: a.wav, volume: 1}", true),
            ("{file: a.wav, duration: 1s}", false), ("{file: a.wav, frequency: 440}", false), ("{volume: 1}", false),
            ("{file: a.wav, frequency: 440, duration: 1s}", false), ("{duration: 1s}", false), ("{file: ' '}", false),
        ]
        let documents = try tones.map {
            try document("app: k\ncommands: {Go: {patterns: [go], do: [{tone: \($0.0)}]}}")
        }
        #expect(try await verdicts(documents) == tones.map(\.1))
    }

    /// Varies every mapping: one key removed, one key misspelt, and each value replaced by a list, a mapping
    /// and a number.
    private func mutate(_ node: Node, path: String, _ found: (String, Node) -> Void) {
        switch node {
        case .mapping(let mapping):
            let pairs = Array(mapping)
            for (index, pair) in pairs.enumerated() {
                let key = "\(path)/\(pair.key.string ?? "")"
                func with(_ what: String, _ change: (inout [(key: Node, value: Node)]) -> Void) {
                    var changed = pairs
                    change(&changed)
                    found("\(what) \(key)", Node(changed.map { ($0.key, $0.value) }))
                }
                with("without") { $0.remove(at: index) }
                with("misspelt") { $0[index].key = Node("\(pair.key.string ?? "")?") }
                with("list") { $0[index].value = Node([Node([Node]())]) }
                with("mapping") { $0[index].value = Node([(Node("zzz"), Node("x"))]) }
                mutate(pair.value, path: key) { what, value in
                    var changed = pairs
                    changed[index].value = value
                    found(what, Node(changed.map { ($0.key, $0.value) }))
                }
            }
        case .sequence(let sequence):
            let items = Array(sequence)
            for (index, item) in items.enumerated() {
                mutate(item, path: "\(path)/\(index)") { what, value in
                    var changed = items
                    changed[index] = value
                    found(what, Node(changed))
                }
            }
        case .scalar, .alias: break
        }
    }

    private static let everything = """
        app: k
        language: en-US
        types:
          Room: [hall, {value: bath, synonyms: [bathroom], id: b, spoken: ["[the] bath"], number: 2, context: {floor: first}}]
          Level: {range: [0, 10], step: 2, fractions: halves, times: 2}
          Code: {digits: 4}
          Title: {words: 3}
          Genre: {values: [jazz], open: true, preferred: true}
        rules: {please: "[please]"}
        skip-words: [now]
        commands:
          Plan:
            patterns: ["plan @length:Duration @day:Date <please> @level:Level @code:Code @title:Title @genre:Genre"]
            do:
              - after: {time: "{length}", name: "{title}", kind: timer, ring: [{silence: 1s}], ring-time: 1min, late: "{ago}", do: [{speak: "{label}"}]}
              - at: {time: "7:00", day: "{day}", ring: false}
              - every: {time: "7:00", days: weekdays}
              - every: {length: 1h}
              - cancel: {kind: timer, name: "{title}", length: "{length}", all: true, none: None.}
              - cancel: ringing
              - remaining: {kind: timer, name: "{title}", say: "{left}", none: None.}
              - list: {name: shopping, add: "{title}"}
              - list: {name: shopping, remove: "{title}", none: None.}
              - list: {name: shopping, clear: true}
              - list: {name: shopping, none: None., and: or}
          Help: {standard: true}
          Go:
            summary: Goes.
            patterns: ["go {room}"]
            slots: {room: Room}
            groups:
              - patterns: [up]
                fixed: {room: hall, height: 3}
                requires: {floor: [first], session: {values: [default], slot: session}}
                excludes: {room: [cellar]}
                keywords: [up]
            failed: [{speak: No.}]
            do:
              - speak: {text: "{room}", voice: a, rate: 170, pitch: 50, volume: 0.5}
              - tone: {frequency: 880, duration: 120ms, volume: 0.5}
              - tone: {file: chime.wav, volume: 0.5}
              - silence: 1s
              - exec: {run: [date, 5], maximum-length: 100, timeout: 2s, directory: /tmp, environment: {A: b}}
              - http:
                  url: "http://h/{room}"
                  method: POST
                  query: {q: "{room}"}
                  headers: {Accept: text/plain}
                  bearer: abc
                  maximum-length: 100
                  body: {a: [1, true, "{room}"]}
                  timeout: 3s
                  maximum-size: 1000
                  output: {warm: a.b}
              - publish: {kind: home.light, body: {a: "{room}"}}
              - mqtt: {topic: "a/{room}", payload: {on: true}, retain: true, qos: 0}
              - log: "{warm}"
              - enter: T
              - leave: T
              - tell: help
              - ask: Q
        requests:
          Q:
            kind: select
            prompt: {text: Which?, voice: a}
            reprompt: Which?
            invalid: Not that.
            retries: 3
            patience: 5s
            options: [a, {value: b, synonyms: [c]}]
            as: which
            failed: [{speak: No.}]
            unanswered: [{log: x}]
            do: [{ask: {kind: confirmation, prompt: Sure?, yes: [{log: "{which}"}], no: [{leave: all}]}}]
          N: {kind: number, prompt: How many?, range: [1, 5]}
          P: {kind: pattern, prompt: How?, patterns: ["@a to @b"], retries: forever}
        topics:
          T:
            open: true
            intro: [{tone: {frequency: 440, duration: 10}}]
            help: Cook.
            intercept: {before: [{silence: 10}], after: [{silence: 10}], swallow: false}
            commands: {Cook: {patterns: [cook], do: [{log: x}]}}
            topics: {U: {commands: {Bake: {patterns: [bake], do: [{log: x}]}}}}
        failed: [{speak: Bad luck.}]
        not-understood: [{speak: What?}]
        """
}
