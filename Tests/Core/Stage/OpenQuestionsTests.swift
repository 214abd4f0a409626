import SaybusMessages
import SaybusStage
import Testing

@Suite("The open questions of programs")
struct OpenQuestionsTests {
    private let asker = Source(role: "dispatch", instance: "other")!
    private let start = ContinuousClock.now
    private let question = VoiceRequestStatus.Question(kind: "string", prompt: "Where to?")

    private func request(
        _ state: VoiceRequestStatus.State, in session: Session = .default, run: UInt32 = 1
    ) -> Message<VoiceRequestStatus> {
        Message(
            header: Header(
                kind: VoiceRequestStatus.kind, session: session, source: asker, run: run, sequence: 0),
            body: VoiceRequestStatus(request: MessageID(), state: state, question: question))
    }

    private func status(_ state: StageStatus.State, run: UInt32 = 1, from source: Source? = nil) -> Message<StageStatus>
    {
        Message(
            header: Header(
                kind: StageStatus.kind, session: .default, source: source ?? asker, run: run, sequence: 0),
            body: StageStatus(role: asker.role, instance: asker.instance, state: state, pid: 1, uptimeMs: 0))
    }

    @Test("a question whose program shows no sign of life counts for ten seconds, and again once it shows one")
    func silent() {
        var questions = OpenQuestions()
        questions.apply(request(.listening), at: start)
        #expect(questions.isAsking(in: .default, at: start + .seconds(9)))
        #expect(questions.prompt(in: .default, at: start + .seconds(9)) == "Where to?")
        #expect(!questions.isAsking(in: .default, at: start + .seconds(10)))
        #expect(questions.prompt(in: .default, at: start + .seconds(10)) == nil)
        questions.apply(status(.ready), at: start + .seconds(60))
        #expect(questions.isAsking(in: .default, at: start + .seconds(60)), "the machine may have stood still")
    }

    @Test("the questions of a program that is gone or was restarted are returned once", arguments: [1, 2])
    func closed(run: Int) {
        var questions = OpenQuestions()
        questions.apply(request(.listening), at: start)
        let isAlive = questions.apply(status(.ready), at: start).isEmpty
        let end = status(run == 1 ? .lost : .ready, run: UInt32(run))
        let closed = questions.apply(end, at: start)
        let again = questions.apply(end, at: start)
        #expect(isAlive && again.isEmpty)
        #expect(closed.map(\.session) == [.default])
        #expect(closed.map(\.question.question.prompt) == ["Where to?"])
    }

    @Test("a question counts as long as its program publishes its status, until it is closed")
    func alive() {
        var questions = OpenQuestions()
        questions.apply(request(.presented), at: start)
        for second in 1...600 { questions.apply(status(.ready), at: start + .seconds(second)) }
        #expect(questions.isAsking(in: .default, at: start + .seconds(605)))
        #expect(questions.isAsking(at: start + .seconds(605)))
        #expect(!questions.isAsking(in: Session(rawValue: "b")!, at: start + .seconds(605)))
        questions.apply(request(.completed), at: start + .seconds(605))
        #expect(!questions.isAsking(in: .default, at: start + .seconds(605)))
        #expect(!questions.isAsking(at: start + .seconds(605)))
    }

    @Test("a question that yields to commands counts for all other words only, and does not keep others from asking")
    func yielding() {
        var questions = OpenQuestions()
        var status = request(.listening)
        status.body.yieldsToCommands = true
        questions.apply(status, at: start)
        #expect(questions.isAsking(in: .default, at: start))
        #expect(!questions.isAsking(in: .default, isCommand: true, at: start))
        #expect(questions.prompt(in: .default, at: start) == nil)
        questions.apply(request(.listening), at: start)
        #expect(questions.isAsking(in: .default, isCommand: true, at: start))
        #expect(questions.prompt(in: .default, at: start) == "Where to?")
    }

    @Test("a program that is gone or was restarted asks no more; a status in its name is no sign of life")
    func gone() {
        let broker = Source(role: "broker", instance: "broker")!
        for (end, isAsking) in [
            (status(.lost, from: broker), false), (status(.ready, run: 2), false), (status(.ready), true),
        ] {
            var questions = OpenQuestions()
            questions.apply(request(.listening), at: start)
            questions.apply(end, at: start + .seconds(1))
            #expect(questions.isAsking(in: .default, at: start + .seconds(1)) == isAsking)
        }
        var questions = OpenQuestions()
        questions.apply(request(.listening), at: start)
        questions.apply(status(.ready, from: broker), at: start + .seconds(5))
        #expect(!questions.isAsking(in: .default, at: start + .seconds(10)))
    }

    @Test("the number of sessions is bounded, and expired questions make room")
    func bounded() {
        var questions = OpenQuestions(sessionCapacity: 2)
        let rooms = (1...3).map { Session(rawValue: "room\($0)")! }
        for room in rooms { questions.apply(request(.listening, in: room), at: start) }
        #expect(rooms.map { questions.isAsking(in: $0, at: start) } == [true, true, false])
        questions.apply(request(.listening, in: rooms[2]), at: start + .seconds(11))
        #expect(rooms.map { questions.isAsking(in: $0, at: start + .seconds(11)) } == [false, false, true])
    }
}
