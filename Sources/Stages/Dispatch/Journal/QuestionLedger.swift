import SaybusMessages
import SaybusStage

/// The newest record of each open question. Pure; bounded.
struct QuestionLedger: Sendable {
    /// Time in microseconds after the last state of a question from which a successor forgets it. The time for an
    /// answer may be over before, but programs that show the question wait to be told of its end.
    static let memory = Int64(OpenQuestions.maximumWorkTime / .microseconds(1))

    private(set) var records: [MessageID: QuestionRecord] = [:]
    private let capacity: Int

    /// Creates a ledger without questions.
    /// - Parameter capacity: The most questions. The oldest ones are forgotten.
    init(capacity: Int = 1024) { self.capacity = capacity }

    /// Replaces a question's record, or removes it when the question is over.
    mutating func apply(_ record: QuestionRecord) {
        records[record.question.request] = record.isOver ? nil : record
        if records.count > capacity, let oldest = records.min(by: { $0.value.at < $1.value.at })?.key {
            records[oldest] = nil
        }
    }
}
