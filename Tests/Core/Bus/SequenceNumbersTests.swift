import SaybusMessages
import Testing

@testable import SaybusBus

@Suite("Sequence numbers of published messages")
struct SequenceNumbersTests {
    @Test("each topic counts from 0, and topics in use keep their count among very many topics")
    func numbers() {
        var numbers = SequenceNumbers(capacity: 10)
        let steady = Topic(SpeechIntent.kind)
        for round in 0..<1000 {
            #expect(numbers.next(steady) == round)
            numbers.used(round, on: steady)
            let passing = Topic(SpeechIntent.kind, Session(rawValue: "s\(round)")!)
            #expect(numbers.next(passing) == 0)
            numbers.used(0, on: passing)
            #expect(numbers.next(passing) == 1)
        }
        #expect(numbers.next(Topic(SpeechIntent.kind, Session(rawValue: "s0")!)) == 0)
    }
}
