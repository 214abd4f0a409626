import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusFuzzing

@Suite("Mutations")
struct MutationTests {
    @Test("the same seed makes the same inputs")
    func repeatable() {
        var first = InputMutator(.policy, seed: TestSeed.value)
        var second = InputMutator(.policy, seed: TestSeed.value)
        for _ in 0..<100 { #expect(first.next() == second.next()) }
    }

    @Test("a changed JSON value differs in one place at most")
    func onePlace() {
        var generator = TestSeed.generator()
        let value: JSONValue = ["a": 1, "b": ["c": "d", "e": [1, 2, 3]], "f": true]
        var changes: Set<String> = []
        for _ in 0..<2000 {
            let mutated = JSONMutation.mutated(value, using: &generator)
            changes.insert(mutated.text())
            guard case .object(let members) = mutated else { continue }
            let kept = ["a", "b", "f"].count { members[$0] == value[$0] }
            #expect(kept >= 2, "\(mutated.text().prefix(300)) \(TestSeed.hint)")
        }
        // Every place is changed, in many ways.
        #expect(changes.count > 200, "\(TestSeed.hint)")
    }

    @Test("messages for the bus have their own ids, and sources that no program has")
    func messages() throws {
        let session = try #require(Session(rawValue: "room"))
        var mutator = MessageMutator(sessions: [session], seed: TestSeed.value)
        var ids: Set<MessageID> = []
        var (wellFormed, refused) = (0, 0)
        for _ in 0..<2000 {
            let frames = mutator.next(now: 1)
            #expect(frames.count == 3)
            guard let message = try? RawMessage(frames: frames) else {
                refused += 1
                continue
            }
            if (try? MessageCatalog.decode(message)) != nil { wellFormed += 1 } else { refused += 1 }
            // A header whose id was changed has a hostile one.
            ids.insert(message.header.id)
        }
        #expect(wellFormed > 400 && refused > 200, "\(wellFormed) and \(refused), \(TestSeed.hint)")
        #expect(ids.count > 1200, "\(TestSeed.hint)")
    }

    @Test("a refusal without words, or with words without end, is a violation")
    func refusals() {
        #expect(throws: FuzzViolation.self) { try PolicyDecoder.checkRefusal("") }
        #expect(throws: FuzzViolation.self) {
            try PolicyDecoder.checkRefusal(String(repeating: "x", count: PolicyDecoder.maximumReason + 1))
        }
        #expect(throws: Never.self) { try PolicyDecoder.checkRefusal("a reason") }
    }
}
