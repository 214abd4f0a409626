import SaybusMessages
import SaybusStage
import Testing

@Suite("The open questions of programs")
struct OpenQuestionsTests {
    private let asker = Source(role: .dispatch, instance: "other")!
    private let broker = Source(role: .broker, instance: "broker")!
    private let first = MessageID()
    private let start = ContinuousClock.now
    private let question = VoiceRequestStatus.Question(kind: "string", prompt: "Where to?")
    private let everywhere: @Sendable (Session) -> Bool = { _ in true }

    private func request(
        _ state: VoiceRequestStatus.State, in session: Session = .default, run: UInt32 = 1, id: MessageID? = nil,
        from source: Source? = nil
    ) -> Message<VoiceRequestStatus> {
        Message(
            header: Header(
                kind: VoiceRequestStatus.kind, session: session, source: source ?? asker, run: run, sequence: 0),
            body: VoiceRequestStatus(request: id ?? first, state: state, question: question))
    }

    private func status(
        _ state: StageStatus.State, run: UInt32 = 1, from source: Source? = nil, uptimeMs: Int = 0
    ) -> Message<StageStatus> {
        Message(
            header: Header(
                kind: StageStatus.kind, session: .default, source: source ?? asker, run: run, sequence: 0),
            body: StageStatus(role: asker.role, instance: asker.instance, state: state, pid: 1, uptimeMs: uptimeMs))
    }

    @Test("a question does not count where nobody listens")
    func unheard() {
        var questions = OpenQuestions()
        questions.apply(request(.listening), at: start)
        let isAskingHere = questions.isAsking(at: start) { $0 == .default }
        let isAskingElsewhere = questions.isAsking(at: start) { $0 != .default }
        #expect(isAskingHere && !isAskingElsewhere)
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

    @Test(
        "the questions of a program that has ended are returned once", arguments: [StageStatus.State.failed, .stopped])
    func ended(state: StageStatus.State) {
        var questions = OpenQuestions()
        questions.apply(request(.listening), at: start)
        let isAlive = questions.apply(status(.ready), at: start).isEmpty
        let orphans = questions.apply(status(state), at: start)
        let again = questions.apply(status(state), at: start)
        #expect(isAlive && again.isEmpty)
        #expect(orphans.map(\.session) == [.default] && orphans.map(\.asker) == [asker])
        #expect(orphans.map(\.question.question.prompt) == ["Where to?"])
    }

    @Test("the questions of a program that was restarted are returned at once, when the new run announces itself")
    func restarted() {
        var questions = OpenQuestions()
        questions.apply(request(.listening), at: start)
        let orphans = questions.apply(status(.ready, run: 2, uptimeMs: 800), at: start + .seconds(1))
        let again = questions.apply(status(.ready, run: 2, uptimeMs: 1800), at: start + .seconds(2))
        #expect(orphans.map(\.asker) == [asker] && again.isEmpty)
        #expect(!questions.isAsking(at: start + .seconds(1), in: everywhere))
    }

    @Test(
        "the questions of a program that is lost, or whose name an older one has, are returned five seconds later, once"
    )
    func missing() {
        for end in [status(.lost, from: broker), status(.ready, run: 2, uptimeMs: 60_000)] {
            var questions = OpenQuestions()
            questions.apply(request(.listening), at: start)
            let other = status(.ready, from: broker)
            let early = questions.apply(end, at: start) + questions.apply(other, at: start + .milliseconds(4900))
            #expect(early.isEmpty && !questions.isAsking(in: .default, at: start + .milliseconds(4900)))
            let orphans = questions.apply(other, at: start + .seconds(5))
            let again = questions.apply(other, at: start + .seconds(6))
            #expect(orphans.map(\.asker) == [asker] && again.isEmpty)
        }
    }

    @Test("a program that was frozen, or whose name another one has, keeps its questions")
    func returned() {
        for end in [
            status(.lost, from: broker), status(.ready, run: 2, uptimeMs: 60_000), status(.stopped, run: 2),
        ] {
            var questions = OpenQuestions()
            questions.apply(request(.listening), at: start)
            var orphans: [OpenQuestions.Orphan] = []
            for second in 1...30 {
                orphans += questions.apply(end, at: start + .seconds(second))
                orphans += questions.apply(status(.ready), at: start + .seconds(second))
            }
            #expect(orphans.isEmpty)
            #expect(questions.isAsking(in: .default, at: start + .seconds(30)))
        }
    }

    @Test("a question of which nothing was heard for long is no orphan: its end may have been missed")
    func old() {
        for (age, count) in [(300, 1), (310, 0)] {
            var questions = OpenQuestions()
            questions.apply(request(.listening), at: start)
            for second in 1...age { questions.apply(status(.ready), at: start + .seconds(second)) }
            let orphans = questions.apply(status(.failed), at: start + .seconds(age))
            #expect(orphans.count == count)
            #expect(!questions.isAsking(at: start + .seconds(age), in: everywhere))
        }
    }

    @Test("the end of a question in the name of another program ends that question only")
    func endedByOther() {
        let other = Source(role: .dispatch, instance: "second")!
        var questions = OpenQuestions()
        questions.apply(request(.listening), at: start)
        questions.apply(request(.listening, id: MessageID(), from: other), at: start)
        questions.apply(request(.failed, from: other), at: start)
        let orphans = questions.apply(status(.failed), at: start)
        #expect(orphans.isEmpty)
        #expect(questions.isAsking(at: start, in: everywhere), "the other program's own question")
    }

    @Test("a question counts as long as its program publishes its status, until it is closed")
    func alive() {
        var questions = OpenQuestions()
        questions.apply(request(.presented), at: start)
        for second in 1...600 { questions.apply(status(.ready), at: start + .seconds(second)) }
        #expect(questions.isAsking(in: .default, at: start + .seconds(605)))
        #expect(questions.isAsking(at: start + .seconds(605), in: everywhere))
        #expect(!questions.isAsking(in: Session(rawValue: "b")!, at: start + .seconds(605)))
        questions.apply(request(.completed), at: start + .seconds(605))
        #expect(!questions.isAsking(in: .default, at: start + .seconds(605)))
        #expect(!questions.isAsking(at: start + .seconds(605), in: everywhere))
    }

    @Test("a question whose end was missed counts no more after the longest wait, or work, although its program lives")
    func missedEnd() {
        let limits: [(VoiceRequestStatus.State, Duration)] = [
            (.listening, OpenQuestions.maximumWait), (.interpreted, OpenQuestions.maximumWorkTime),
        ]
        for (state, limit) in limits {
            var questions = OpenQuestions(sessionCapacity: 1)
            questions.apply(request(state), at: start)
            questions.apply(status(.ready), at: start + limit - .seconds(1))
            #expect(questions.isAsking(in: .default, at: start + limit - .milliseconds(1)))
            questions.apply(status(.ready), at: start + limit)
            #expect(!questions.isAsking(in: .default, at: start + limit))
            #expect(!questions.isAsking(at: start + limit, in: everywhere))
            let other = Session(rawValue: "other")!
            questions.apply(request(.presented, in: other), at: start + limit)
            #expect(questions.isAsking(in: other, at: start + limit), "it has made room")
        }
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
