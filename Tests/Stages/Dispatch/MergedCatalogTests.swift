import SaybusMessages
import Testing

@testable import SaybusDispatch

@Suite("The merged catalog of an app's conversations")
struct MergedCatalogTests {
    private static func room(_ name: String) -> Session { Session(rawValue: name) ?? .default }
    private let base = Catalog(app: "a", commands: [.init(type: "Open", patterns: ["open"])])

    private func catalog(_ patterns: [String], values: [String] = []) -> Catalog {
        Catalog(
            app: "a", commands: [.init(type: "Do", patterns: patterns, slots: [.init(name: "x", type: "X")])],
            slotTypes: [.init(name: "X", values: values.map { .init(value: $0) })])
    }

    @Test("without conversations, and after all have ended, the merged catalog equals the app's own")
    func comesBack() {
        var merged = MergedCatalog(base)
        let (one, two) = (Self.room("a"), Self.room("b"))
        #expect(merged.catalog == base)
        let begun = [merged.set(base, for: one), merged.set(catalog(["do"]), for: one)]
        #expect(begun == [false, true])
        let before = merged.catalog
        let again = [merged.set(catalog(["do"]), for: two), merged.set(catalog(["do"]), for: two)]
        #expect(again == [true, false], "it can be said there, too; the same again changes nothing")
        #expect(merged.catalog.revision == before.revision)
        #expect(merged.catalog.commands.map(\.type) == ["Do", "Open"])
        let ended = [merged.set(nil, for: one), merged.set(base, for: two)]
        #expect(ended == [true, true])
        #expect(merged.catalog == base)
    }

    @Test("patterns and values of all conversations occur once, in any order of arrival")
    func union() {
        var merged = MergedCatalog(base)
        var other = merged
        let (one, two) = (catalog(["do", "go"], values: ["p", "q"]), catalog(["do", "so"], values: ["q", "r"]))
        _ = merged.set(one, for: Self.room("a"))
        _ = merged.set(two, for: Self.room("b"))
        _ = other.set(two, for: Self.room("a"))
        _ = other.set(one, for: Self.room("b"))
        #expect(merged.catalog == other.catalog)
        let command = merged.catalog.commands[0]
        #expect(Set(command.patterns) == ["do", "go", "so"] && command.patterns.count == 3)
        #expect(command.slots?.count == 1)
        #expect(Set(merged.catalog.slotTypes?[0].values.map(\.value) ?? []) == ["p", "q", "r"])
        #expect(merged.catalog.slotTypes?[0].values.count == 3)
    }

    @Test("commands that not every conversation has are valid only in the sessions that have them")
    func scopes() {
        var merged = MergedCatalog(base)
        let (one, two, three) = (Self.room("a"), Self.room("b"), Self.room("c"))
        let answer = Catalog.Command(type: "answer", patterns: ["yes"])
        var asking = catalog(["do"])
        asking = Catalog(app: "a", commands: asking.commands + base.commands + [answer], slotTypes: asking.slotTypes)
        _ = merged.set(catalog(["do"]), for: one)
        let moved = [merged.set(asking, for: two), merged.set(asking, for: one)]
        #expect(moved == [true, true], "the revision may be the same, but not where its commands can be said")
        #expect(merged.catalog.absent(in: one).isEmpty && merged.catalog.absent(in: three) == ["Do", "answer"])
        let back = merged.set(catalog(["do"]), for: two)
        #expect(back && merged.catalog.absent(in: two) == ["answer"])
        _ = merged.set(nil, for: one)
        _ = merged.set(nil, for: two)
        #expect(merged.catalog.scopes == nil)
    }

    @Test("an answer to a question can be given only in its session, also where the app has no commands")
    func answers() {
        let (one, two) = (Self.room("a"), Self.room("b"))
        let type = SpeechIntent.Hypothesis.answerType
        let answer = Catalog(app: "no-app", commands: [.init(type: type, patterns: ["red"])])
        var merged = MergedCatalog(Catalog(app: "no-app", commands: []))
        _ = merged.set(answer, for: one)
        #expect(merged.catalog.absent(in: one).isEmpty && merged.catalog.absent(in: two) == [type])
        let isAsked = merged.set(answer, for: two)
        #expect(isAsked && merged.catalog.absent(in: two).isEmpty)
        for room in [one, two] { _ = merged.set(nil, for: room) }
        #expect(merged.catalog.commands.isEmpty && merged.catalog.scopes == nil)
        // Commands that came after the start begin the conversations of other rooms.
        _ = merged.set(catalog(["do"]), for: one)
        #expect(merged.catalog.absent(in: two).isEmpty)
    }

    @Test("the commands of an app with one conversation are valid only in that session")
    func alone() {
        let (one, two) = (Self.room("a"), Self.room("b"))
        var merged = MergedCatalog(base, only: one)
        #expect(merged.catalog.commands.isEmpty)
        _ = merged.set(catalog(["do"]), for: one)
        #expect(merged.catalog.unscoped == catalog(["do"]))
        #expect(merged.catalog.absent(in: one).isEmpty && merged.catalog.absent(in: two) == ["Do"])
    }

    @Test("the number of values from conversations is limited")
    func bounded() {
        var merged = MergedCatalog(base)
        // All conversations are merged at each change.
        for index in 0..<12 {
            _ = merged.set(
                catalog(["do"], values: (0..<1000).map { "\(index) \($0)" }), for: Self.room("r\(index)"))
        }
        #expect(merged.catalog.slotTypes?[0].values.count == MergedCatalog.maximumValues)
    }
}
