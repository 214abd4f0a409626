import Foundation
import SaybusBus
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusDispatch

@Suite("The questions in the journal of turns")
struct QuestionJournalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func journal(_ run: UInt32) -> TurnJournal {
        TurnJournal(folder: folder.path("turns"), name: "kitchen", run: run) { _, _ in }
    }

    private func record(
        _ state: VoiceRequestStatus.State = .listening, request: MessageID = MessageID(),
        at: Int64 = SteadyClock.microseconds()
    ) -> QuestionRecord {
        var record = QuestionRecord(
            VoiceRequestStatus(
                request: request, state: state, question: .init(kind: "string", prompt: "Which room?")), in: .default)
        record.at = at
        return record
    }

    @Test("the newest state of each open question of a dead program is adopted once, and one that is over is not")
    func adoption() {
        let (open, over) = (MessageID(), MessageID())
        var first: TurnJournal? = journal(1)
        for request in [open, over] { first?.record(record(.presented, request: request)) }
        let newest = record(.listening, request: open)
        first?.record(newest)
        first?.record(record(.cancelled, request: over))
        let second = journal(2)
        #expect(second.adopt().isEmpty && second.takeQuestions().isEmpty)
        first = nil
        #expect(second.adopt().isEmpty)
        #expect(second.takeQuestions() == [newest])
        #expect(second.takeQuestions().isEmpty)
    }

    @Test("a question stays in the journal of its successor until it has ended")
    func chain() {
        let question = record()
        var holder: TurnJournal? = journal(1)
        holder?.record(question)
        for run in [2, 3] as [UInt32] {
            holder = nil
            let next = journal(run)
            _ = next.adopt()
            #expect(next.takeQuestions() == [question])
            holder = next
        }
        holder?.record(record(.failed, request: question.question.request))
        holder = nil
        let last = journal(4)
        _ = last.adopt()
        #expect(last.takeQuestions().isEmpty)
    }

    @Test("a question is adopted also when nobody waits for its answer any longer, and not when it is an hour old")
    func old() {
        var first: TurnJournal? = journal(1)
        let late = record(at: SteadyClock.microseconds() - 400_000_000)
        first?.record(late)
        first?.record(record(at: SteadyClock.microseconds() - QuestionLedger.memory))
        first = nil
        let second = journal(2)
        _ = second.adopt()
        #expect(second.takeQuestions() == [late])
    }

    @Test("questions survive the removal of the journal's folder, as the turns do")
    func removedFolder() throws {
        var first: TurnJournal? = journal(1)
        let questions = [record(), record()]
        first?.record(questions[0])
        try FileManager.default.removeItem(atPath: folder.path("turns"))
        first?.record(questions[1])
        first = nil
        let second = journal(2)
        _ = second.adopt()
        #expect(second.takeQuestions().map(\.question.request) == questions.map(\.question.request).sorted())
    }

    @Test("the oldest of too many questions is forgotten")
    func bounded() {
        var ledger = QuestionLedger(capacity: 2)
        let questions = (1...3).map { record(at: Int64($0)) }
        for question in questions { ledger.apply(question) }
        #expect(Set(ledger.records.keys) == Set(questions.suffix(2).map(\.question.request)))
    }
}
