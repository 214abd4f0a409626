import SaybusMessages
import Testing

@testable import SaybusAppFiles

@Suite("Names of timers and of entries in lists")
struct SpokenNameTests {
    @Test(
        "articles and the like before a name are no part of it, unless there is nothing else",
        arguments: [
            ("the eggs", "eggs"), ("My  pasta", "pasta"), ("the end of the world", "end of the world"),
            ("eggs", "eggs"), ("the", "the"), ("no sugar", "no sugar"), ("", ""),
        ])
    func determiners(name: String, rest: String) {
        #expect(SpokenName.withoutDeterminers(name) == rest)
        let (words, others) = (SpokenName.words(of: name), SpokenName.words(of: rest))
        #expect(SpokenName.core(of: words) == SpokenName.core(of: others))
    }

    private func request(_ action: String) throws -> MemoryRequest {
        let yaml = "app: k\ncommands: {Do: {patterns: [\"do @name\"], do: [{\(action)}]}}"
        var values = ActionValues()
        values["name"] = .text("the eggs")
        return try #require(try App(yaml: yaml, file: "k.yaml").commands.first?.actions.first).memoryRequest(values)
    }

    @Test(
        "a timer's name has no article, since its sentences have one, and a reminder is told as it was said",
        arguments: [("timer", "eggs"), ("alarm", "eggs"), ("reminder", "the eggs")])
    func orders(kind: String, name: String) throws {
        let request = try request("after: {time: 5min, kind: \(kind), name: \"{name}\"}")
        guard case .set(let order) = request else {
            Issue.record("expected an order, got \(request)")
            return
        }
        #expect(order.name == name)
    }

    @Test("a timer is found by its name with any article or none")
    func queries() throws {
        let request = try request("cancel: {name: \"{name}\"}")
        guard case .cancel(let query, _) = request else {
            Issue.record("expected a cancellation, got \(request)")
            return
        }
        #expect(query.name == "eggs")
        for (name, fits) in [("eggs", true), ("the eggs", true), ("my eggs", true), ("pasta", false), ("", false)] {
            let item = ScheduledItem(
                key: "k", kind: .timer, name: name, session: .default,
                trigger: .local(day: 0, second: 0, weekdays: nil), values: ActionValues())
            #expect(query.fits(item) == fits, "\(name)")
        }
    }
}
