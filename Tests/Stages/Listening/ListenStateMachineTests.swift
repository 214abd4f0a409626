import SaybusMessages
import SaybusSupport
import Testing

@testable import SaybusListening

@Suite("When speech opens a turn")
struct AttentionTests {
    private func request(_ mode: ListenRequest.Mode, timeout: Int? = nil, longest: Int? = nil) -> ListenRequest {
        ListenRequest(mode: mode, noSpeechTimeoutMs: timeout, maximumSpeechMs: longest)
    }

    /// Lets 20 ms blocks go by; what they lead to, each with its time in milliseconds.
    private func pass(_ attention: inout ListenStateMachine, milliseconds: Int) -> [(Int, ListenStateMachine.Action)] {
        var actions: [(Int, ListenStateMachine.Action)] = []
        for time in stride(from: 20, through: milliseconds, by: 20) {
            for action in attention.pass(320, isQuiet: true) { actions.append((time, action)) }
        }
        return actions
    }

    @Test("After the wake word one turn is waited for, and then the wake word again")
    func wake() {
        var attention = ListenStateMachine(.wake, hasWakeWord: true)
        #expect(attention.focus == .wakeWord)
        attention.wake()
        #expect(attention.focus == .turns)
        attention.opened()
        let shown = attention.ended()
        #expect(shown == [.showClosed] && attention.focus == .wakeWord)
    }

    @Test(
        "Who says nothing after the wake word is shown that the ear is open, and after five seconds that it is closed")
    func noSpeech() {
        var attention = ListenStateMachine(.wake, hasWakeWord: true)
        attention.wake()
        let actions = pass(&attention, milliseconds: 6_000)
        #expect(actions.map(\.0) == [300, 5_000, 5_000])
        #expect(actions.map(\.1) == [.showOpen, .limit(nil), .showClosed])
        #expect(attention.focus == .wakeWord)
    }

    @Test("Who begins to speak at the last moment is heard")
    func lastMoment() {
        var attention = ListenStateMachine(.onRequest, hasWakeWord: false)
        let nothing = attention.take(request(.followUp, timeout: 100))
        #expect(nothing.isEmpty)
        for _ in 0..<50 {
            let actions = attention.pass(320, isQuiet: false)
            #expect(actions.isEmpty && attention.focus == .turns)
        }
    }

    @Test("A question opens the ear without the wake word, for as long as it says, unless it was switched off")
    func followUp() {
        var attention = ListenStateMachine(.wake, hasWakeWord: true)
        let limits = attention.take(request(.followUp, timeout: 2_000, longest: 4_000))
        #expect(limits == [.limit(.milliseconds(4_000))] && attention.focus == .turns)
        let late = pass(&attention, milliseconds: 3_000)
        #expect(late.map(\.0) == [2_000] && late.map(\.1) == [.limit(nil)], "who asks has signs of his own")
        _ = attention.take(request(.followUp))
        attention.opened()
        let over = attention.ended()
        #expect(over.isEmpty && attention.focus == .wakeWord)
        let close = attention.take(request(.off))
        #expect(close == [.close] && attention.focus == .nothing)
        let ignored = attention.take(request(.followUp))
        #expect(ignored.isEmpty && attention.focus == .nothing)
        _ = attention.take(request(.pushToTalk))
        #expect(attention.focus == .turns, "a button is somebody's own wish")
    }

    @Test("The wake word counts while somebody is asked, and in the answer; whoever calls gets a turn without signs")
    func calledByWakeWord() {
        var attention = ListenStateMachine(.wake, hasWakeWord: true)
        #expect(!attention.mindsWakeWord, "it is waited for")
        _ = attention.take(request(.followUp, timeout: 2_000))
        #expect(attention.mindsWakeWord && attention.focus == .turns)
        attention.opened()
        #expect(attention.mindsWakeWord)
        attention.wake()
        #expect(!attention.mindsWakeWord && attention.focus == .turns)
        let silence = pass(&attention, milliseconds: 1_000)
        #expect(silence.isEmpty)
        attention.opened()
        #expect(!attention.mindsWakeWord, "the words after it are the user's own")
        let end = attention.ended()
        #expect(end.isEmpty && attention.focus == .wakeWord)
        attention.wake()
        let signs = pass(&attention, milliseconds: 1_000)
        #expect(signs.map(\.1) == [.showOpen])
    }

    @Test("An answer, a held button and all speech have no wake word in them where nobody waits for one")
    func noWakeWord() {
        var answering = ListenStateMachine(.wake, hasWakeWord: true)
        _ = answering.take(request(.followUp))
        answering.opened()
        _ = answering.ended()
        #expect(!answering.mindsWakeWord)
        var held = ListenStateMachine(.wake, hasWakeWord: true)
        _ = held.take(request(.hold))
        held.opened()
        #expect(!held.mindsWakeWord)
        for mode in [ListenStateMachine.Mode.continuous, .onRequest] {
            var attention = ListenStateMachine(mode, hasWakeWord: true)
            _ = attention.take(request(.followUp))
            #expect(!attention.mindsWakeWord)
        }
    }

    @Test("A button that is held opens a turn at once, and ends it when released")
    func hold() {
        var attention = ListenStateMachine(.onRequest, hasWakeWord: false)
        #expect(attention.focus == .nothing)
        let pressed = attention.take(request(.hold))
        attention.opened()
        let released = attention.take(request(.release))
        let shown = attention.ended()
        #expect(pressed == [.hold] && released == [.close] && shown == [.showClosed])
        #expect(attention.focus == .nothing)
    }

    @Test("Where all speech opens turns, requests change only how long they are")
    func continuous() {
        var attention = ListenStateMachine(.continuous, hasWakeWord: false)
        _ = attention.take(request(.followUp))
        #expect(pass(&attention, milliseconds: 10_000).isEmpty)
        let refused = attention.take(request(.wake))
        #expect(refused == [.refuseWake] && attention.focus == .turns)
    }

    @Test(
        "A question that is withdrawn closes the ear: the wake word is waited for again, and only what was shown is taken back"
    )
    func withdrawal() {
        var attention = ListenStateMachine(.wake, hasWakeWord: true)
        let question = MessageID()
        _ = attention.take(request(.followUp, timeout: 6_000, longest: 4_000), id: question)
        let early = attention.take(.withdrawal(of: question))
        #expect(early == [.limit(nil)] && attention.focus == .wakeWord, "nobody was told to speak")
        #expect(pass(&attention, milliseconds: 8_000).isEmpty, "no tone comes afterwards")
        _ = attention.take(request(.pushToTalk, timeout: 6_000), id: question)
        #expect(pass(&attention, milliseconds: 400).map(\.1) == [.showOpen])
        let late = attention.take(.withdrawal(of: question))
        #expect(late == [.limit(nil), .showClosed] && attention.focus == .wakeWord)
        let again = attention.take(.withdrawal(of: question))
        #expect(again.isEmpty, "it is over")
    }

    @Test("A withdrawal takes back its own request only: not a later one, not the wake word, not a turn that is open")
    func otherWithdrawal() {
        var attention = ListenStateMachine(.onRequest, hasWakeWord: true)
        let (first, second) = (MessageID(), MessageID())
        _ = attention.take(request(.followUp), id: first)
        _ = attention.take(request(.pushToTalk), id: second)
        let earlier = attention.take(.withdrawal(of: first))
        #expect(earlier.isEmpty && attention.focus == .turns, "the button was pressed since")
        attention.opened()
        let open = attention.take(.withdrawal(of: second))
        #expect(open.isEmpty, "who speaks is not cut off")
        let shown = attention.ended()
        #expect(shown == [.showClosed])
        _ = attention.take(request(.followUp), id: first)
        attention.wake()
        let called = attention.take(.withdrawal(of: first))
        #expect(called.isEmpty && attention.focus == .turns)
    }

    @Test(
        "Who seems to begin to speak when the question is withdrawn is heard; if it was a noise, the ear closes behind it"
    )
    func withdrawalAtTheLastMoment() {
        var attention = ListenStateMachine(.onRequest, hasWakeWord: false)
        let question = MessageID()
        _ = attention.take(request(.followUp), id: question)
        let nothing = attention.take(.withdrawal(of: question), id: MessageID(), isQuiet: false)
        let speaking = attention.pass(320, isQuiet: false)
        #expect(nothing.isEmpty && speaking.isEmpty && attention.focus == .turns)
        let quiet = attention.pass(320, isQuiet: true)
        #expect(quiet == [.limit(nil)] && attention.focus == .nothing)
    }

    @Test("Where all speech opens turns, a withdrawn question leaves the next turn no limit")
    func continuousWithdrawal() {
        var attention = ListenStateMachine(.continuous, hasWakeWord: false)
        let question = MessageID()
        _ = attention.take(request(.followUp, longest: 4_000), id: question)
        let actions = attention.take(.withdrawal(of: question), id: MessageID(), isQuiet: false)
        #expect(actions == [.limit(nil)] && attention.focus == .turns)
    }

    @Test("Whatever is asked for in whatever order, an ear that was asked for one turn closes again")
    func properties() {
        for seed in 0..<200 {
            var generator = SplitMix(seed: UInt64(seed))
            var attention = ListenStateMachine(seed.isMultiple(of: 2) ? .wake : .onRequest, hasWakeWord: true)
            for _ in 0..<200 {
                switch Int.random(in: 0..<6, using: &generator) {
                case 0, 1:
                    let mode =
                        [ListenRequest.Mode.wake, .pushToTalk, .hold, .release, .followUp, .off]
                        .randomElement(using: &generator) ?? .off
                    let wild = [Int.min, -1, 0, 1, 5_000, .max]
                    _ = attention.take(
                        request(
                            mode, timeout: wild.randomElement(using: &generator),
                            longest: wild.randomElement(using: &generator)))
                case 2: attention.wake()
                case 3: attention.opened()
                case 4: _ = attention.ended()
                default: _ = pass(&attention, milliseconds: Int.random(in: 0...2_000, using: &generator))
                }
            }
            _ = attention.ended()
            _ = attention.pass(600_000 * 16, isQuiet: true)
            #expect(attention.focus != .turns)
        }
    }
}
