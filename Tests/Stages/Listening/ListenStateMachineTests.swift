import SaybusMessages
import SaybusSupport
import Testing

@testable import SaybusListening

@Suite("Listening states")
struct ListenStateMachineTests {
    private let kitchen = Session(rawValue: "kitchen")!

    private func request(_ mode: ListenRequest.Mode, timeout: Int? = nil, longest: Int? = nil) -> ListenRequest {
        ListenRequest(mode: mode, noSpeechTimeoutMs: timeout, maximumSpeechMs: longest)
    }

    /// Passes blocks of 20 ms, and returns the actions with their times in milliseconds.
    private func pass(_ machine: inout ListenStateMachine, milliseconds: Int) -> [(Int, ListenStateMachine.Action)] {
        var actions: [(Int, ListenStateMachine.Action)] = []
        for time in stride(from: 20, through: milliseconds, by: 20) {
            for action in machine.pass(320, isQuiet: true) { actions.append((time, action)) }
        }
        return actions
    }

    @Test("after the wake word one turn is awaited, and then the wake word again")
    func wake() {
        var machine = ListenStateMachine(.wake, hasWakeWord: true)
        #expect(machine.focus == .wakeWord)
        _ = machine.wake("alexa")
        #expect(machine.focus == .turns)
        machine.opened()
        let shown = machine.ended()
        #expect(shown == [.cueClosed] && machine.focus == .wakeWord)
    }

    @Test(
        "after the wake word, silence brings the signal to speak, and after 5 s the signal of the end"
    )
    func noSpeech() {
        var machine = ListenStateMachine(.wake, hasWakeWord: true)
        _ = machine.wake("alexa")
        let actions = pass(&machine, milliseconds: 6_000)
        #expect(actions.map(\.0) == [300, 5_000, 5_000])
        #expect(actions.map(\.1) == [.cueOpen, .prepare(NextTurn()), .cueClosed])
        #expect(machine.focus == .wakeWord)
    }

    @Test("speech that begins at the last moment is heard")
    func lastMoment() {
        var machine = ListenStateMachine(.onRequest, hasWakeWord: false)
        _ = machine.apply(request(.followUp, timeout: 100))
        for _ in 0..<50 {
            let actions = machine.pass(320, isQuiet: false)
            #expect(actions.isEmpty && machine.focus == .turns)
        }
    }

    @Test("a question starts listening without the wake word, for its timeout, unless listening is off")
    func followUp() {
        var machine = ListenStateMachine(.wake, hasWakeWord: true)
        let limits = machine.apply(request(.followUp, timeout: 2_000, longest: 4_000))
        #expect(limits == [.prepare(NextTurn(limit: .seconds(4)))] && machine.focus == .turns)
        let late = pass(&machine, milliseconds: 3_000)
        #expect(late.map(\.0) == [2_000] && late.map(\.1) == [.prepare(NextTurn())], "who asks has signs of his own")
        _ = machine.apply(request(.followUp))
        machine.opened()
        let over = machine.ended()
        #expect(over.isEmpty && machine.focus == .wakeWord)
        let close = machine.apply(request(.off))
        #expect(close == [.prepare(NextTurn()), .close] && machine.focus == .nothing)
        let ignored = machine.apply(request(.followUp))
        #expect(ignored.isEmpty && machine.focus == .nothing)
        _ = machine.apply(request(.pushToTalk))
        #expect(machine.focus == .turns, "a button is somebody's own wish")
    }

    @Test("the wake word counts while a question is open and in its answer, and opens a turn without signals")
    func calledByWakeWord() {
        var machine = ListenStateMachine(.wake, hasWakeWord: true)
        #expect(!machine.reactsToWakeWord, "it is waited for")
        _ = machine.apply(request(.followUp, timeout: 2_000))
        #expect(machine.reactsToWakeWord && machine.focus == .turns)
        machine.opened()
        #expect(machine.reactsToWakeWord)
        _ = machine.wake("alexa")
        #expect(!machine.reactsToWakeWord && machine.focus == .turns)
        let silence = pass(&machine, milliseconds: 1_000)
        #expect(silence.isEmpty)
        machine.opened()
        #expect(!machine.reactsToWakeWord, "the words after it are the user's own")
        let end = machine.ended()
        #expect(end.isEmpty && machine.focus == .wakeWord)
        _ = machine.wake("alexa")
        let signs = pass(&machine, milliseconds: 1_000)
        #expect(signs.map(\.1) == [.cueOpen])
    }

    @Test("the wake word does not count in an answer, a held turn or continuous listening where it is not awaited")
    func noWakeWord() {
        var answering = ListenStateMachine(.wake, hasWakeWord: true)
        _ = answering.apply(request(.followUp))
        answering.opened()
        _ = answering.ended()
        #expect(!answering.reactsToWakeWord)
        var held = ListenStateMachine(.wake, hasWakeWord: true)
        _ = held.apply(request(.hold))
        held.opened()
        #expect(!held.reactsToWakeWord)
        for mode in [ListenStateMachine.Mode.continuous, .onRequest] {
            var machine = ListenStateMachine(mode, hasWakeWord: true)
            _ = machine.apply(request(.followUp))
            #expect(!machine.reactsToWakeWord)
        }
    }

    @Test("a held button opens a turn at once, and its release ends the turn")
    func hold() {
        var machine = ListenStateMachine(.onRequest, hasWakeWord: false)
        #expect(machine.focus == .nothing)
        let pressed = machine.apply(request(.hold))
        machine.opened()
        let released = machine.apply(request(.release))
        let shown = machine.ended()
        #expect(pressed == [.prepare(NextTurn()), .hold])
        #expect(released == [.close] && shown == [.cueClosed])
        #expect(machine.focus == .nothing)
    }

    @Test("in continuous listening, a requested turn that does not begin in time gives up its limit and its session")
    func continuous() {
        var machine = ListenStateMachine(.continuous, hasWakeWord: false)
        for mode in [ListenRequest.Mode.followUp, .pushToTalk] {
            let asked = machine.apply(request(mode, timeout: 2_000, longest: 4_000), session: kitchen)
            #expect(asked == [.prepare(NextTurn(limit: .seconds(4), session: kitchen))])
            #expect(machine.isRequested && !machine.isInviting)
            let later = pass(&machine, milliseconds: 10_000)
            #expect(later.map(\.0) == [2_000] && later.map(\.1) == [.prepare(NextTurn())])
            #expect(!machine.isRequested && machine.focus == .turns)
        }
        let refused = machine.apply(request(.wake))
        #expect(refused == [.refuseWake] && machine.focus == .turns)
    }

    @Test(
        "a withdrawn question stops listening until the wake word; the end is signalled if the start was"
    )
    func withdrawal() {
        var machine = ListenStateMachine(.wake, hasWakeWord: true)
        let question = MessageID()
        _ = machine.apply(request(.followUp, timeout: 6_000, longest: 4_000), id: question)
        let early = machine.apply(.withdrawal(of: question))
        #expect(early == [.prepare(NextTurn())] && machine.focus == .wakeWord, "nobody was told to speak")
        #expect(pass(&machine, milliseconds: 8_000).isEmpty, "no tone comes afterwards")
        _ = machine.apply(request(.pushToTalk, timeout: 6_000), id: question)
        #expect(pass(&machine, milliseconds: 400).map(\.1) == [.cueOpen])
        let late = machine.apply(.withdrawal(of: question))
        #expect(late == [.prepare(NextTurn()), .cueClosed] && machine.focus == .wakeWord)
        let again = machine.apply(.withdrawal(of: question))
        #expect(again.isEmpty, "it is over")
    }

    @Test("a withdrawal affects its own request only, and no later request, wake word or open turn")
    func otherWithdrawal() {
        var machine = ListenStateMachine(.onRequest, hasWakeWord: true)
        let (first, second) = (MessageID(), MessageID())
        _ = machine.apply(request(.followUp), id: first)
        _ = machine.apply(request(.pushToTalk), id: second)
        let earlier = machine.apply(.withdrawal(of: first))
        #expect(earlier.isEmpty && machine.focus == .turns, "the button was pressed since")
        machine.opened()
        let open = machine.apply(.withdrawal(of: second))
        #expect(open.isEmpty, "who speaks is not cut off")
        let shown = machine.ended()
        #expect(shown == [.cueClosed])
        _ = machine.apply(request(.followUp), id: first)
        _ = machine.wake("alexa")
        let called = machine.apply(.withdrawal(of: first))
        #expect(called.isEmpty && machine.focus == .turns)
    }

    @Test(
        "speech that seems to begin at the withdrawal of a question is heard; after a noise, listening stops"
    )
    func withdrawalAtTheLastMoment() {
        var machine = ListenStateMachine(.onRequest, hasWakeWord: false)
        let question = MessageID()
        _ = machine.apply(request(.followUp), id: question)
        let nothing = machine.apply(.withdrawal(of: question), id: MessageID(), isQuiet: false)
        let speaking = machine.pass(320, isQuiet: false)
        #expect(nothing.isEmpty && speaking.isEmpty && machine.focus == .turns)
        let quiet = machine.pass(320, isQuiet: true)
        #expect(quiet == [.prepare(NextTurn())] && machine.focus == .nothing)
    }

    @Test("in continuous listening, a withdrawn question leaves no limit to the next turn")
    func continuousWithdrawal() {
        var machine = ListenStateMachine(.continuous, hasWakeWord: false)
        let question = MessageID()
        _ = machine.apply(request(.followUp, longest: 4_000), id: question)
        let actions = machine.apply(.withdrawal(of: question), id: MessageID(), isQuiet: false)
        #expect(actions == [.prepare(NextTurn())] && machine.focus == .turns)
    }

    @Test(
        "a request takes the limit and the session of an earlier one from the next turn",
        arguments: [ListenRequest.Mode.pushToTalk, .followUp, .hold, .continuous, .wake, .off])
    func laterRequest(mode: ListenRequest.Mode) {
        for first in [ListenStateMachine.Mode.continuous, .wake, .onRequest] {
            var machine = ListenStateMachine(first, hasWakeWord: true)
            _ = machine.apply(request(.followUp, longest: 600), session: kitchen)
            let actions = machine.apply(request(mode))
            #expect(actions.first == .prepare(NextTurn()))
        }
    }

    @Test("the turn after the wake word has its session, and not the limit of the question that it does not answer")
    func wakeWordInsteadOfAnswer() {
        var machine = ListenStateMachine(.wake, hasWakeWord: true)
        _ = machine.apply(request(.followUp, longest: 600), session: kitchen)
        let actions = machine.wake("alexa")
        #expect(actions == [.prepare(NextTurn(wakeWord: "alexa"))])
        let others = machine.wake("hey jarvis", session: kitchen)
        #expect(others == [.prepare(NextTurn(session: kitchen, wakeWord: "hey jarvis"))])
        let silence = pass(&machine, milliseconds: 6_000)
        #expect(silence.last?.1 == .cueClosed && silence.dropLast().last?.1 == .prepare(NextTurn()))
    }

    @Test("the limit of a request for a mode holds for its next turn, also after a question without an answer")
    func limitOfMode() {
        var machine = ListenStateMachine(.onRequest, hasWakeWord: true)
        let asked = machine.apply(request(.wake, longest: 3_000), session: kitchen)
        let limited = NextTurn(limit: .seconds(3))
        #expect(asked == [.prepare(limited)])
        _ = machine.apply(request(.followUp, timeout: 1_000))
        let late = pass(&machine, milliseconds: 2_000)
        #expect(late.map(\.1) == [.prepare(limited)])
        let first = machine.wake("alexa")
        #expect(first == [.prepare(NextTurn(limit: .seconds(3), wakeWord: "alexa"))])
        machine.opened()
        _ = machine.ended()
        let second = machine.wake("alexa")
        #expect(second == [.prepare(NextTurn(wakeWord: "alexa"))])
    }

    @Test(
        "a request without an effect changes nothing of the next turn: a question while off, a button in an open turn")
    func withoutEffect() {
        var off = ListenStateMachine(.wake, hasWakeWord: true)
        _ = off.apply(request(.off))
        let ignored = off.apply(request(.followUp, longest: 600), session: kitchen)
        #expect(ignored.isEmpty)
        var open = ListenStateMachine(.continuous, hasWakeWord: true)
        open.opened()
        let pressed = open.apply(request(.hold, longest: 600), session: kitchen, isOpen: true)
        #expect(pressed.isEmpty && !open.isRequested)
        let end = open.ended()
        #expect(end.isEmpty, "no button began the turn")
    }

    @Test("after any sequence of requests, listening for one turn ends again")
    func properties() {
        for seed in 0..<200 {
            var generator = SplitMix(seed: UInt64(seed))
            var machine = ListenStateMachine(seed.isMultiple(of: 2) ? .wake : .onRequest, hasWakeWord: true)
            for _ in 0..<200 {
                switch Int.random(in: 0..<6, using: &generator) {
                case 0, 1:
                    let mode =
                        [ListenRequest.Mode.wake, .pushToTalk, .hold, .release, .followUp, .off]
                        .randomElement(using: &generator) ?? .off
                    let wild = [Int.min, -1, 0, 1, 5_000, .max]
                    _ = machine.apply(
                        request(
                            mode, timeout: wild.randomElement(using: &generator),
                            longest: wild.randomElement(using: &generator)))
                case 2: _ = machine.wake("alexa")
                case 3: machine.opened()
                case 4: _ = machine.ended()
                default: _ = pass(&machine, milliseconds: Int.random(in: 0...2_000, using: &generator))
                }
            }
            _ = machine.ended()
            _ = machine.pass(600_000 * 16, isQuiet: true)
            #expect(machine.focus != .turns)
        }
    }
}
