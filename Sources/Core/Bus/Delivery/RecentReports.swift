import SaybusMessages
import SaybusSupport

/// The reports published in the last seconds, which are published again after a reconnection to the bus.
/// Pure; bounded by age, number and size.
///
/// A publisher does not learn which of its messages a broker has forwarded before it died, so all reports of
/// the last seconds are published again. Receivers recognize the reports that they have already by their ids.
///
/// The ends of turns are kept for longer, by number: a listener that finds the turns of a killed one may ask for them
/// up to a minute later. So are the newest states of questions: a program that has missed the end of one would leave
/// what is said to it.
struct RecentReports {
    /// Microseconds that a report is kept: longer than a lost connection stays unnoticed, which is until
    /// heartbeats fail after 3 s.
    static let age: Int64 = 5_000_000
    /// Microseconds that the newest state of a question is kept. No question waits longer for its answer.
    static let questionAge: Int64 = 310_000_000
    /// The most questions whose newest states are kept, and the largest such state in bytes.
    static let (maximumQuestions, maximumQuestionBytes) = (64, 1 << 16)

    private var entries: [(message: RawMessage, at: Int64)] = []
    private var questions: [(request: MessageID, message: RawMessage, at: Int64)] = []
    private var bytes = 0
    private var ends = GenerationalCache<TurnID, RawMessage>(capacity: 512)
    /// The size of the largest end that is kept for longer than ``age``: ordinary ones have some hundred bytes.
    private static let maximumEndBytes = 4096
    private let capacity: Int
    private let maximumBytes: Int

    init(capacity: Int = 512, maximumBytes: Int = 1 << 20) {
        (self.capacity, self.maximumBytes) = (capacity, maximumBytes)
    }

    /// Returns whether messages of a kind are kept.
    static func keeps(_ kind: Kind) -> Bool { MessageCatalog.isReport(kind) || kind == VoiceRequestStatus.kind }

    /// Returns the newest states of questions, and the reports of the last seconds, each the oldest first.
    func messages(now: Int64) -> [RawMessage] {
        questions.filter { $0.at >= now - Self.questionAge }.map(\.message)
            + entries.filter { $0.at >= now - Self.age }.map(\.message)
    }

    /// Returns the newest report with an id; nil when there is none.
    func message(_ id: MessageID) -> RawMessage? { entries.last { $0.message.header.id == id }?.message }

    /// Returns the ends of turns that are among the last 512 ends, in the order of the turns.
    func ends(of turns: some Sequence<TurnID>) -> [RawMessage] { turns.compactMap { ends[$0] } }

    /// Adds a report.
    /// - Parameter at: Microseconds of a steady clock.
    mutating func add(_ message: RawMessage, at: Int64) {
        if message.header.kind == VoiceRequestStatus.kind { return addQuestion(message, at: at) }
        if message.header.kind == TurnEnded.kind, let turn = message.header.turn,
            message.body.count <= Self.maximumEndBytes
        {
            ends[turn] = message
        }
        entries.append((message, at))
        bytes += message.body.count
        while let oldest = entries.first,
            oldest.at < at - Self.age || entries.count > capacity || bytes > maximumBytes
        {
            bytes -= oldest.message.body.count
            entries.removeFirst()
        }
    }

    private mutating func addQuestion(_ message: RawMessage, at: Int64) {
        guard message.body.count <= Self.maximumQuestionBytes,
            let status = try? message.decode(VoiceRequestStatus.self).body
        else { return }
        questions.removeAll { $0.request == status.request }
        questions.append((status.request, message, at))
        if questions.count > Self.maximumQuestions { questions.removeFirst() }
    }
}
