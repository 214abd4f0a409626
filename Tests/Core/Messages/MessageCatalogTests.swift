import SaybusMessages
import Testing

@Suite("The message catalog")
struct MessageCatalogTests {
    @Test("every example is read back unchanged from its frames", arguments: Samples.kinds)
    func roundTrip(kind: Kind) throws {
        try roundTrip(Samples.type(of: kind))
    }

    private func roundTrip<Body: BusMessage>(_: Body.Type) throws {
        try #require(!Body.examples.isEmpty)
        for example in Body.examples {
            for stamp in [nil, Samples.stamp] {
                let sent = try Samples.raw(example, stamp: stamp)
                #expect(sent.frames.count == (stamp == nil ? 3 : 4))
                let received = try RawMessage(frames: sent.frames)
                #expect(received == sent)
                let message = try received.decode(Body.self)
                #expect(message == Message(header: sent.header, body: example, stamp: stamp))
                #expect(try MessageCatalog.decode(received) as? Body == example)
            }
        }
    }

    @Test("a shadow kind is read as the kind that it shadows", arguments: Samples.kinds)
    func shadow(kind: Kind) throws {
        func check<Body: BusMessage>(_: Body.Type) throws {
            let example = try #require(Body.examples.first)
            let received = try RawMessage(frames: Samples.raw(example, shadow: true).frames)
            #expect(received.header.kind.rawValue == "shadow.\(kind)")
            #expect(try MessageCatalog.decode(received) as? Body == example)
            #expect(try received.decode(Body.self).body == example)
        }
        try check(Samples.type(of: kind))
    }

    @Test("every kind occurs once, with a valid name")
    func kinds() {
        #expect(Set(Samples.kinds).count == Samples.kinds.count)
        for kind in Samples.kinds {
            #expect(Kind(rawValue: kind.rawValue) == kind)
            #expect(Kind(rawValue: kind.shadow.rawValue) == kind.shadow)
        }
    }

    @Test("an unknown kind has no type")
    func unknown() throws {
        #expect(MessageCatalog.type(of: "speech.guess") == nil)
        #expect(MessageCatalog.type(of: "shadow.shadow.catalog") == nil)
        let message = RawMessage(header: try Samples.header(kind: "speech.guess"), body: Array("{}".utf8))
        let error = #expect(throws: MessageError.self) { try MessageCatalog.decode(message) }
        #expect(error?.code == .unknownKind)
        #expect(error?.source == message.header.source)
    }

    @Test("a command with a scope can be said in the scope's sessions, a command without one in all sessions")
    func scopes() throws {
        let (den, hall) = (try #require(Session(rawValue: "den")), try #require(Session(rawValue: "hall")))
        let commands = ["a", "b", "c"].map { Catalog.Command(type: $0, patterns: [$0]) }
        let scopes = [
            Catalog.Scope(commands: ["a", "b"], sessions: [den]), Catalog.Scope(commands: ["b"], sessions: [hall]),
        ]
        let catalog = Catalog(app: "x", commands: commands, scopes: scopes)
        #expect(catalog.absent(in: den).isEmpty)
        #expect(catalog.absent(in: hall) == ["a"])
        #expect(catalog.absent(in: .default) == ["a", "b"])
        #expect(catalog.unscoped == Catalog(app: "x", commands: commands))
        #expect(catalog.revision == catalog.unscoped.revision, "what recognizers make of it is the same")
        // The commands of an app in a single session cannot be said in others.
        let bound = catalog.scoped(to: hall)
        #expect(bound.absent(in: .default) == ["a", "b", "c"] && bound.absent(in: hall) == ["a"])
        #expect(catalog.scoped(to: nil) == catalog && bound.scoped(to: hall) == bound)
    }

    @Test("a catalog with other content has another revision")
    func catalogRevisions() {
        typealias Value = Catalog.SlotType.Value
        func catalog(_ patterns: [String], summary: String? = nil, values: [Value]? = nil) -> Catalog {
            Catalog(
                app: "a", commands: [.init(type: "T", patterns: patterns, summary: summary)],
                slotTypes: values.map { [.init(name: "S", values: $0)] })
        }
        let different = [
            Catalog(app: "a", commands: []),
            Catalog(app: "b", commands: []),
            Catalog(app: "a", language: "de-DE", commands: []),
            catalog([]), catalog([""]), catalog(["x"]), catalog(["x", "y"]), catalog(["xy"]), catalog(["y", "x"]),
            catalog(["x"], summary: ""), catalog(["x"], summary: "y"),
            catalog(["x"], values: []), catalog(["x"], values: [.init(value: "v")]),
            catalog(["x"], values: [.init(value: "v", synonyms: ["w"])]),
            catalog(["x"], values: [.init(value: "v"), .init(value: "w")]),
            catalog(["x", "command", "U", "y"]),
            Catalog(app: "a", commands: [.init(type: "T", patterns: ["x"]), .init(type: "U", patterns: ["y"])]),
            catalog(["x"], values: [.init(value: "v", synonyms: ["value", "w"])]),
        ]
        #expect(Set(different.map(\.revision)).count == different.count)
        #expect(catalog(["x"]).revision == catalog(["x"]).revision)
        #expect(catalog(["x"]).revision.hasPrefix("a@"))
    }
}
