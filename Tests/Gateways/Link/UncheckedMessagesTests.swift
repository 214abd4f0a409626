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
        let check = unchecked.begin()
        for subject in ["one", "two"] { unchecked.add(message(subject)) }
        let first = unchecked.end(check)?.map(\.subject)
        #expect(first == ["one", "two"])
        unchecked.add(message("after"))
        let second = unchecked.end(check)
        #expect(second == nil)
    }

    @Test("the check of a former server ends nothing, and a server that is checked next has none of its messages")
    func next() {
        var unchecked = UncheckedMessages()
        let former = unchecked.begin()
        unchecked.add(message("former"))
        unchecked.drop()
        let cut = unchecked.end(former)
        #expect(cut == nil)
        let check = unchecked.begin()
        unchecked.add(message("next"))
        let late = unchecked.end(former)
        let isChecking = unchecked.isChecking
        #expect(late == nil && isChecking)
        let kept = unchecked.end(check)?.map(\.subject)
        #expect(kept == ["next"])
    }

    @Test("a flood is kept up to a bound")
    func flood() {
        var unchecked = UncheckedMessages()
        let check = unchecked.begin()
        for _ in 0..<20 { unchecked.add(message("flood", size: 1 << 20)) }
        let count = unchecked.end(check)?.count
        #expect(count == 3)
    }
}
