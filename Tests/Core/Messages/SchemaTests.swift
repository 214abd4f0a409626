import Foundation
import SaybusMessages
import Testing

@Suite("Agreement of schemas and code")
struct SchemaTests {
    @Test("the examples have all fields of the schema, and no others", arguments: Samples.kinds)
    func fields(kind: Kind) throws {
        func check<Body: BusMessage>(_: Body.Type) throws {
            var walk = SchemaWalk(root: Body.schema)
            for example in Body.examples { walk.visit(try JSONValue(example)) }
            #expect(walk.misfits == [])
            #expect(SchemaWalk.paths(Body.schema).subtracting(walk.found).sorted() == [], "no example shows these")
        }
        try check(Samples.type(of: kind))
    }

    @Test(
        "a body without a required field is refused, and one without an optional field is read",
        arguments: Samples.jsonKinds
    )
    func missing(kind: Kind) throws {
        func check<Body: BusMessage>(_: Body.Type) throws {
            for example in Body.examples {
                let document = try JSONValue(example)
                for variant in SchemaWalk.variants(of: document, Body.schema, change: { _ in nil }) {
                    let problem = self.problem(Body.self, variant.document)
                    #expect((problem != nil) == variant.isRequired, "without \(variant.path): \(problem ?? "accepted")")
                }
            }
        }
        try check(Samples.type(of: kind))
    }

    @Test(
        "a body with a value of the wrong shape is refused, and the reason names the field",
        arguments: Samples.jsonKinds)
    func wrongShape(kind: Kind) throws {
        func check<Body: BusMessage>(_: Body.Type) throws {
            for example in Body.examples {
                let document = try JSONValue(example)
                let variants = SchemaWalk.variants(of: document, Body.schema) { schema in
                    switch schema {
                    case .choice: "no such word"
                    case .uuid: "01890a5d-ac96-774b-bcce-b302099a805"
                    case .integer: "7"
                    case .boolean: 1
                    case .string: 7
                    case .object, .dictionary: []
                    default: [:]
                    }
                }
                for variant in variants {
                    let name = try #require(variant.path.split(separator: ".").last).prefix { $0 != "[" }
                    let problem = try #require(self.problem(Body.self, variant.document), "\(variant.path)")
                    #expect(problem.contains(name))
                }
            }
        }
        try check(Samples.type(of: kind))
    }

    @Test("a body with additional fields of a later version is read", arguments: Samples.jsonKinds)
    func laterVersion(kind: Kind) throws {
        func check<Body: BusMessage>(_: Body.Type) throws {
            for example in Body.examples {
                guard case .object(var members) = try JSONValue(example) else { throw Misfit() }
                members["fromTheFuture"] = ["list": [1, .null], "text": "\u{1F399}"]
                let message = RawMessage(
                    header: try Samples.header(kind: kind), body: Array(JSONValue.object(members).text().utf8))
                #expect(try message.decode(Body.self).body == example)
            }
        }
        try check(Samples.type(of: kind))
    }

    @Test("a fraction in the place of a whole number is refused with a reason that says so")
    func fraction() throws {
        let problem = problem(Barrier.self, ["attempt": .number(1.5)])
        #expect(problem?.contains("a whole number, not 1.5") == true, "\(problem ?? "accepted")")
    }

    @Test("a header without a required field is refused, and one without an optional field is read")
    func header() throws {
        var header = try Samples.header(turn: TurnID(), causes: [MessageID()], content: "a/b", index: 1, last: false)
        header.deadline = 1
        header.retain = true
        header.replays = TurnID()
        let document = try JSONValue(parsing: header.encoded())
        var walk = SchemaWalk(root: Header.schema)
        walk.visit(document)
        #expect(walk.misfits == [])
        #expect(walk.found == SchemaWalk.paths(Header.schema))
        for variant in SchemaWalk.variants(of: document, Header.schema, change: { _ in nil }) {
            let read = try? Header(parsing: Array(variant.document.text().utf8))
            #expect((read == nil) == variant.isRequired, "without \(variant.path)")
        }
    }

    @Test("a stamp without a required field is refused, and one without an optional field is read")
    func stamp() throws {
        let document = try JSONValue(parsing: Samples.stamp.encoded())
        var walk = SchemaWalk(root: Stamp.schema)
        walk.visit(document)
        #expect(walk.misfits == [])
        #expect(walk.found == SchemaWalk.paths(Stamp.schema))
        for variant in SchemaWalk.variants(of: document, Stamp.schema, change: { _ in nil }) {
            let read = try? Stamp(parsing: Array(variant.document.text().utf8))
            #expect((read == nil) == variant.isRequired, "without \(variant.path)")
        }
    }

    private struct Misfit: Error {}

    private func problem<Body: BusMessage>(_: Body.Type, _ document: JSONValue) -> String? {
        do {
            let header = try Samples.header(kind: Body.kind)
            _ = try RawMessage(header: header, body: Array(document.text().utf8)).decode(Body.self)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
