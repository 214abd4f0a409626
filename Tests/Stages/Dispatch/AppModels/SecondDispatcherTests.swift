import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("A second dispatcher of the same app", .serialized, .timeLimit(.minutes(5)))
struct SecondDispatcherTests {
    // Side by side: each waits until the broker tells of the killed dispatcher, and until the second one takes over.
    @Test("nothing is done twice, the status says so, and the second one goes on when the first one is killed")
    func second() async throws {
        try await sideBySide([AppModel.yaml, .swift, .skill]) { try await self.goOn($0) }
    }

    private func goOn(_ model: AppModel) async throws {
        let bus = try await AppModelBus(model)
        let second = try model.startDispatcher(in: bus.files, bus: bus.test.address.url, instance: "e")
        try await second.ready()
        let told = await bus.recorder.first(StageStatus.self) {
            $0.body.instance == "e"
                && $0.body.problem?.hasPrefix("dispatch/d runs the app \(AppModel.app), too") == true
        }
        try #require(told != nil, "\(model)")
        for round in 1...rounds {
            let (turn, hold) = try await bus.work()
            hold.release()
            let end = try await bus.end(of: turn)
            #expect(end.outcome == .handled, "\(model): \(end)")
            #expect(bus.files.markCount == round, "\(model)")
        }
        try await bus.killDispatcher()
        let (turn, hold) = try await bus.work()
        hold.release()
        let end = try await bus.end(of: turn)
        #expect(end.outcome == .handled, "\(model): \(end)")
        #expect(bus.files.markCount == rounds + 1, "\(model)")
        try await bus.expectEachTurnEndedOnce()
        let recovered = await bus.recorder.first(StageStatus.self) {
            $0.body.instance == "e" && $0.body.state == .ready && $0.body.problem == nil
        }
        try #require(recovered != nil, "\(model)")
        second.send(SIGTERM)
        #expect(try await second.exitCode() == 0, "\(model)")
    }

    @Test("a dispatcher that stood still sends no receipt for an intent of another app, which its publisher keeps")
    func noReceipt() async throws {
        let setting = try await Setting()
        setting.dispatcher.send(SIGSTOP)
        try setting.publishTwice(Setting.foreign)
        setting.dispatcher.send(SIGCONT)
        try await setting.carryOutOwn()
        #expect(setting.publisher.unanswered == 1, "the publisher sends it again to the app's own dispatcher")
    }

    @Test("an intent that waits behind a turn gets no receipt from a dispatcher that leaves it to another one")
    func waiting() async throws {
        let setting = try await Setting()
        // A remote app, of which the first of the dispatchers takes care.
        let (first, remote) = (
            try setting.test.connect(.dispatch, instance: "a"), try setting.test.connect(.app, instance: "r")
        )
        for bus in [first, remote] { try await bus.ready() }
        try first.publish(StageStatus(role: .dispatch, instance: "a", state: .ready, pid: 1, uptimeMs: 1))
        try remote.publish(StageStatus(role: .app, instance: "r", state: .ready, pid: 1, uptimeMs: 1))
        try remote.publish(Catalog(app: "other", commands: [Catalog.Command(type: "Fast", patterns: ["fast"])]))
        for bus in [first, remote] { try await bus.ready() }
        try setting.publisher.publish(Setting.own("Work"), turn: TurnID())
        let hold = try await setting.gate.reached()
        try setting.publishTwice(Setting.foreign)
        try await setting.carryOutOwn(in: try #require(Session(rawValue: "elsewhere")))
        #expect(setting.publisher.unanswered == 1)
        hold.release()
    }

    @Test("a command of an app whose program has gone is left to a successor until shortly before its deadline")
    func absentApp() async throws {
        let setting = try await Setting()
        let audio = try await AudioDouble(setting.test)
        let other = try setting.test.connect(.dispatch, instance: "z")
        try await other.ready()
        for state in [StageStatus.State.ready, .stopped] {
            try other.publish(
                StageStatus(role: .dispatch, instance: "z", state: state, pid: 1, uptimeMs: 1, app: "other"))
        }
        let ends = setting.publisher.subscribe(TurnEnded.self)
        try await setting.publisher.ready()
        let turn = TurnID()
        let deadline = setting.publisher.now + 4_000_000
        try setting.publisher.publish(Setting.foreign, turn: turn, deadline: deadline)
        let message = try #require(await ends.first { $0.header.turn == turn })
        #expect(message.header.at > deadline - 1_600_000)
        let end = message.body
        #expect(end.outcome == .failed && end.spoken == "other is not there now.")
        #expect(end.app == "other" && end.reason?.hasPrefix("the app other cannot answer") == true)
        withExtendedLifetime(audio) {}
    }

    @Test("a command of an app that does not exist is answered shortly before its deadline")
    func unknownApp() async throws {
        let setting = try await Setting()
        let audio = try await AudioDouble(setting.test)
        let ends = setting.publisher.subscribe(TurnEnded.self)
        try await setting.publisher.ready()
        let turn = TurnID()
        try setting.publisher.publish(Setting.foreign, turn: turn, deadline: setting.publisher.now + 4_000_000)
        let end = try #require(await ends.first { $0.header.turn == turn }).body
        #expect(end.outcome == .failed && end.spoken == "other is not there now.")
        #expect(end.app == "other" && end.reason?.hasPrefix("no app is called other") == true, "\(end)")
        withExtendedLifetime(audio) {}
    }

    @Test("a command that another dispatcher carries out is left to it, also if its app is known there only")
    func knownElsewhere() async throws {
        let setting = try await Setting()
        let audio = try await AudioDouble(setting.test)
        let other = try setting.test.connect(.dispatch, instance: "z", tracking: [CommandInvoked.self])
        let ends = setting.publisher.subscribe(TurnEnded.self)
        for bus in [other, setting.publisher] { try await bus.ready() }
        let (carriedOut, unknown) = (TurnID(), TurnID())
        let deadline = setting.publisher.now + 4_000_000
        try setting.publisher.publish(Setting.foreign, turn: carriedOut, deadline: deadline)
        try other.publish(
            CommandInvoked(app: "other", type: "Fast", parameters: [:], confidence: 1, text: "fast"), turn: carriedOut)
        // This one is answered, and later than the other one would be.
        try setting.publisher.publish(Setting.foreign, turn: unknown, deadline: deadline + 500_000)
        #expect(await ends.first { $0.body.app == "other" }?.header.turn == unknown)
        withExtendedLifetime(audio) {}
    }

    @Test("a question whose program has died ends as failed, and the user hears an apology from the first dispatcher")
    func orphan() async throws {
        let setting = try await Setting()
        let other = try setting.test.connect(.dispatch, instance: "a")
        try await other.ready()
        let recorder = Recorder(setting.publisher.subscribe(to: [VoiceRequestStatus.self, AudioSequence.self]))
        try await setting.publisher.ready()
        try other.publish(StageStatus(role: .dispatch, instance: "a", state: .ready, pid: 1, uptimeMs: 1, app: "a"))
        let asked = VoiceRequestStatus(
            request: MessageID(), state: .listening, question: .init(kind: "string", prompt: "Who?"))
        // The question may have the id of the message that presents it, of which the end must be no copy.
        try other.publish(asked, id: asked.request)
        try other.publish(StageStatus(role: .dispatch, instance: "a", state: .failed, pid: 1, uptimeMs: 2, app: "a"))
        let end = await recorder.first(VoiceRequestStatus.self) { $0.body.state == .failed }
        #expect(end?.header.source.instance == "d")
        #expect(end?.body.request == asked.request && end?.body.reason == "dispatch/a, which asks, has ended")
        #expect(await recorder.first(AudioSequence.self)?.body.spokenText == "Sorry, that did not work.")
    }

    @Test("a question that is asked once more after its end, by a program that had stood still, ends once more")
    func askedAgain() async throws {
        let setting = try await Setting()
        let other = try setting.test.connect(.dispatch, instance: "a")
        try await other.ready()
        let recorder = Recorder(setting.publisher.subscribe(to: [VoiceRequestStatus.self]))
        try await setting.publisher.ready()
        let asked = VoiceRequestStatus(
            request: MessageID(), state: .presented, question: .init(kind: "string", prompt: "Who?"))
        var ends: Set<MessageID> = []
        for _ in 1...2 {
            for state in [StageStatus.State.ready, .failed] {
                try other.publish(
                    StageStatus(role: .dispatch, instance: "a", state: state, pid: 1, uptimeMs: 1, app: "a"))
                if state == .ready { try other.publish(asked) }
            }
            let known = ends
            let end = await recorder.first(VoiceRequestStatus.self) {
                $0.body.state == .failed && !known.contains($0.header.id)
            }
            ends.insert(try #require(end).header.id)
        }
        #expect(ends.count == 2)
    }

    @Test("a question has no apology of its own if another program ends the turn of the words that have led to it")
    func turnEndedByOther() async throws {
        let setting = try await Setting()
        let other = try setting.test.connect(.dispatch, instance: "a")
        try await other.ready()
        let recorder = Recorder(
            setting.publisher.subscribe(to: [VoiceRequestStatus.self, AudioSequence.self, TurnEnded.self]))
        try await setting.publisher.ready()
        func status(_ state: StageStatus.State) -> StageStatus {
            StageStatus(role: .dispatch, instance: "a", state: state, pid: 1, uptimeMs: 1, app: "a")
        }
        // No words have led to the question in the room. Nobody ends its turn.
        let room = try #require(Session(rawValue: "room"))
        let questions: [(session: Session, causes: [MessageID])] = [(.default, [MessageID()]), (room, [])]
        for (session, causes) in questions {
            let turn = TurnID()
            let asked = VoiceRequestStatus(
                request: MessageID(), state: .presented, question: .init(kind: "string", prompt: "Who?"))
            try other.publish(status(.ready))
            try other.publish(asked, session: session, turn: turn, causes: causes)
            if !causes.isEmpty {
                try setting.publisher.publish(TurnEnded(outcome: .failed, reason: "given up"), turn: turn)
                // Once it has come back, the dispatcher gets it before any later status.
                let given = await recorder.first(TurnEnded.self) { $0.header.turn == turn }
                try #require(given != nil)
            }
            try other.publish(status(.failed))
            let end = await recorder.first(VoiceRequestStatus.self) {
                $0.body.request == asked.request && $0.body.state == .failed
            }
            try #require(end != nil)
        }
        #expect(await recorder.first(AudioSequence.self)?.header.session == room)
    }

    @Test("a question whose answer was being handled ends without an apology of its own: the turn's end has one")
    func interpreted() async throws {
        let setting = try await Setting()
        let other = try setting.test.connect(.dispatch, instance: "a")
        try await other.ready()
        let recorder = Recorder(setting.publisher.subscribe(to: [VoiceRequestStatus.self, AudioSequence.self]))
        try await setting.publisher.ready()
        func status(_ state: StageStatus.State) -> StageStatus {
            StageStatus(role: .dispatch, instance: "a", state: state, pid: 1, uptimeMs: 1, app: "a")
        }
        let questions = ["Who?", "Where?"].map { VoiceRequestStatus.Question(kind: "string", prompt: $0) }
        try other.publish(status(.ready))
        let asked = VoiceRequestStatus(request: MessageID(), state: .interpreted, question: questions[0])
        try other.publish(asked)
        try other.publish(status(.failed))
        #expect(
            await recorder.first(VoiceRequestStatus.self) { $0.body.state == .failed }?.body.request == asked.request)
        // Of the two questions, only this one is apologized for.
        let room = try #require(Session(rawValue: "room"))
        try other.publish(status(.ready))
        try other.publish(
            VoiceRequestStatus(request: MessageID(), state: .listening, question: questions[1]), session: room)
        try other.publish(status(.failed))
        #expect(await recorder.first(AudioSequence.self)?.header.session == room)
    }

    @Test("a command is not carried out whose turn another program has ended while the dispatcher stood still")
    func endedMeanwhile() async throws {
        let setting = try await Setting()
        let statuses = setting.publisher.subscribe(StageStatus.self)
        let invoked = setting.publisher.subscribe(CommandInvoked.self)
        try await setting.publisher.ready()
        setting.dispatcher.send(SIGSTOP)
        let (turn, next) = (TurnID(), TurnID())
        try setting.publisher.publish(Setting.own("Single"), turn: turn)
        for _ in 0..<500 { try setting.publisher.publish(SpeechStarted(positionMs: 0), turn: TurnID()) }
        try setting.publisher.publish(TurnEnded(outcome: .failed, reason: "it was not there"), turn: turn)
        _ = try #require(await statuses.first { $0.body.instance == "d" && $0.body.state == .lost })
        setting.dispatcher.send(SIGCONT)
        try setting.publisher.publish(Setting.own("Single"), turn: next)
        #expect(await invoked.first()?.header.turn == next)
    }

    // Side by side: a standstill takes three seconds.
    @Test(
        "the rest of an action is carried out after a standstill, unless its turn is over or another dispatcher works")
    func rest() async throws {
        try await sideBySide(Meanwhile.allCases) { try await self.carryOutRest(after: $0) }
    }

    private func carryOutRest(after meanwhile: Meanwhile) async throws {
        let setting = try await Setting()
        let audio = try await AudioDouble(setting.test)
        let other = try setting.test.connect(.dispatch, instance: "z")
        let statuses = setting.publisher.subscribe(StageStatus.self)
        let ends = Recorder(setting.publisher.subscribe(to: [TurnEnded.self]))
        for bus in [other, setting.publisher] { try await bus.ready() }
        let turn = TurnID()
        try setting.publisher.publish(Setting.own("Work"), turn: turn)
        let hold = try await setting.gate.reached()
        if meanwhile.standsStill {
            setting.dispatcher.send(SIGSTOP)
            let lost = await statuses.first { $0.body.instance == "d" && $0.body.state == .lost }
            try #require(lost != nil, "\(meanwhile)")
        }
        if meanwhile.ends {
            try setting.publisher.publish(TurnEnded(outcome: .failed, reason: "given up"), turn: turn)
            // Once it has come back, the broker has it: the dispatcher gets it before any later status of its own.
            let published = await ends.first(TurnEnded.self) { $0.header.turn == turn }
            try #require(published != nil, "\(meanwhile)")
        }
        if meanwhile.isSucceeded {
            try other.publish(
                StageStatus(
                    role: .dispatch, instance: "z", state: .ready, pid: 1, uptimeMs: 1, app: "own", standby: true))
            try await other.ready()
        }
        // Once the dispatcher carries out a command, it has read the end.
        if !meanwhile.standsStill { try await setting.carryOutOwn(in: try #require(Session(rawValue: "elsewhere"))) }
        if meanwhile == .succeededInStep {
            setting.dispatcher.send(SIGCONT)
            let ready = await statuses.first { $0.body.instance == "d" && $0.body.state == .ready }
            try #require(ready != nil, "\(meanwhile)")
        }
        hold.release()
        if meanwhile.standsStill { setting.dispatcher.send(SIGCONT) }
        // The next turn of the session begins after this one.
        try await setting.carryOutOwn()
        let isCarriedOut = FileManager.default.fileExists(atPath: setting.mark)
        #expect(isCarriedOut == [.nothing, .standstill].contains(meanwhile), "\(meanwhile)")
        let end = try #require(await ends.first(TurnEnded.self) { $0.header.turn == turn }, "\(meanwhile)").body
        #expect(end.outcome == (isCarriedOut ? .handled : .failed), "\(meanwhile): \(end)")
        if meanwhile.isSucceeded {
            let apology = "Sorry, I was interrupted. Please check whether that was done."
            #expect(end.spoken == apology, "\(meanwhile): \(end)")
        }
        withExtendedLifetime(audio) {}
    }

    /// The events in the middle of an action.
    enum Meanwhile: CaseIterable, Sendable {
        case nothing, standstill, ended, endedInStandstill, succeeded
        /// As `succeeded`, but the dispatcher works again, and has read its own status, when the step ends.
        case succeededInStep

        var isSucceeded: Bool { [.succeeded, .succeededInStep].contains(self) }
        var standsStill: Bool { ![.nothing, .ended].contains(self) }
        var ends: Bool { [.ended, .endedInStandstill].contains(self) }
    }

    /// A dispatcher of an app, and a publisher of intents.
    private struct Setting {
        static let foreign = SpeechIntent(
            text: "fast", hypotheses: [.init(app: "other", type: "Fast", confidence: 1)], engine: "test")

        static func own(_ type: String) -> SpeechIntent {
            SpeechIntent(text: type, hypotheses: [.init(app: "own", type: type, confidence: 1)], engine: "test")
        }

        let test: TestBus
        let dispatcher: ProgramUnderTest
        let publisher: Bus
        let gate: Gate
        /// The file that the last step of "Work" makes.
        let mark: String
        private let folder: TemporaryFolder

        init() async throws {
            (test, folder) = (try TestBus(), try TemporaryFolder())
            (gate, mark) = (Gate(folder.path("gate")), folder.path("mark"))
            let file = try folder.write(
                "app.yaml",
                """
                app: own
                commands:
                  Work:
                    patterns: [work]
                    do:
                      - exec: {run: [sh, -c, 'read x < "$1"; exit 0', sh, "\(gate.path)"], timeout: 60s}
                      - exec: [touch, "\(mark)"]
                  Single: {patterns: [single], do: [{speak: Done.}]}
                """)
            dispatcher = try ProgramUnderTest(
                "saybus-dispatch", ["--bus", test.address.url, "--app", file, "--instance", "d"],
                environment: ["SAYBUS_STATE": folder.path])
            try await dispatcher.ready()
            publisher = try test.connect(.intent, tracking: [SpeechIntent.self])
            try await publisher.ready()
        }

        /// Publishes an intent, and its repetition.
        func publishTwice(_ intent: SpeechIntent) throws {
            let header = try publisher.publish(intent, turn: TurnID())
            let body = Array(try JSONEncoder().encode(intent))
            try publisher.publish(frames: RawMessage(header: header, body: body).frames)
        }

        /// Lets the dispatcher carry out a command of its own, after which it has received what came before.
        func carryOutOwn(in session: Session = .default) async throws {
            let invoked = publisher.subscribe(CommandInvoked.self)
            try await publisher.ready()
            let turn = TurnID()
            try publisher.publish(Self.own("Single"), session: session, turn: turn)
            _ = try #require(await invoked.first { $0.header.turn == turn })
        }
    }

    private let rounds = 4
}
