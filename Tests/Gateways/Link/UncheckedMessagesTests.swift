import Testing

@testable import SaybusLink

@Suite("Messages of a server that is not checked yet")
struct UncheckedMessagesTests {
    private func message(_ subject: String, size: Int = 1) -> LineMessage {
        LineMessage(subject: subject, body: [UInt8](repeating: 7, count: size))
    }

    @Test("they are kept while the server is checked, and dropped before and after that")
    func kept() {
        var unchecked = UncheckedMessages()
        unchecked.add(message("before"))
        unchecked.begin()
        for subject in ["one", "two"] { unchecked.add(message(subject)) }
        let first = unchecked.take().map(\.subject)
        #expect(first == ["one", "two"])
        unchecked.add(message("after"))
        let second = unchecked.take()
        #expect(second.isEmpty)
    }

    @Test("a server that is checked next has none of the former one's")
    func next() {
        var unchecked = UncheckedMessages()
        unchecked.begin()
        unchecked.add(message("former"))
        unchecked.begin()
        unchecked.add(message("next"))
        let kept = unchecked.take().map(\.subject)
        #expect(kept == ["next"])
    }

    @Test("a flood is kept up to a bound")
    func flood() {
        var unchecked = UncheckedMessages()
        unchecked.begin()
        for _ in 0..<20 { unchecked.add(message("flood", size: 1 << 20)) }
        let count = unchecked.take().count
        #expect(count == 3)
    }
}
