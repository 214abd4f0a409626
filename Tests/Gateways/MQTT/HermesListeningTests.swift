import SaybusMessages
import Testing

@testable import SaybusMQTT

/// The ear of a site, which Hermes apps open and close.
extension HermesBridgeTests {
    @Test("an app that ends its session, or speaks again, while the user is listened to withdraws that")
    func withdrawal() throws {
        for (request, text) in [("endSession", ""), ("endSession", "Bye."), ("continueSession", "Well?")] {
            var harness = Harness()
            let start = harness.hermes(
                "dialogueManager/startSession", ["siteId": "kitchen", "init": ["type": "action"]])
            guard case .listen(_, let id, _)? = start.last else { throw MQTTError(.library, "\(start)") }
            let session = try body("dialogueManager/sessionStarted", start).value("sessionId")
            let actions = harness.hermes(
                "dialogueManager/\(request)", ["sessionId": session, "text": .string(text)])
            #expect(requests(actions.prefix(1)) == [.withdrawal(of: id)], "\(request) \(text)")
        }
    }

    @Test("the wake word is switched on also by a bridge that has not switched it off, such as one that was restarted")
    func toggleOnAlone() {
        var harness = Harness()
        #expect(requests(harness.hermes("hotword/toggleOn", ["siteId": "kitchen"])) == [ListenRequest(mode: .wake)])
        #expect(harness.bridge.sites.isEmpty)
    }

    @Test("to switch the wake word on while the user is listened to does not end that")
    func toggleOnWhileListening() throws {
        var harness = Harness()
        _ = harness.hermes("dialogueManager/startSession", ["siteId": "kitchen", "init": ["type": "action"]])
        harness.now += .seconds(5)
        let actions = harness.hermes("hotword/toggleOn", ["siteId": "kitchen"])
        #expect(requests(actions) == [ListenRequest(mode: .wake), Self.followUp])
        guard case .listen(_, let id, _)? = actions.last else { throw MQTTError(.library, "\(actions)") }
        #expect(harness.bridge.sites[harness.site]?.dialogue?.request == id)
        #expect(harness.bridge.tick(harness.now + .seconds(9)).isEmpty)
    }

    @Test("a session that ends while its turn is open withdraws nothing")
    func openTurn() throws {
        var harness = Harness()
        let start = harness.hermes("dialogueManager/startSession", ["siteId": "kitchen", "init": ["type": "action"]])
        let session = try body("dialogueManager/sessionStarted", start).value("sessionId")
        _ = try harness.bus(SpeechStarted(positionMs: 0), turn: TurnID())
        #expect(harness.hermes("dialogueManager/endSession", ["sessionId": session]).isEmpty)
    }

    @Test("the user is listened to, and the session ends, after the newest words of an app, not after earlier ones")
    func newestWords() throws {
        for request in ["continueSession", "endSession"] {
            var harness = Harness()
            let start = harness.hermes(
                "dialogueManager/startSession", ["siteId": "kitchen", "init": ["type": "action", "text": "One."]])
            let session = try body("dialogueManager/sessionStarted", start).value("sessionId")
            let next = harness.hermes("dialogueManager/\(request)", ["sessionId": session, "text": "Two."])
            guard case .play(_, let one, _)? = start.last, case .play(_, let two, _)? = next.last else {
                throw MQTTError(.library, "\(start) \(next)")
            }
            let early = try harness.bus(AudioPlayback(sequence: one, state: .finished))
            #expect(early.isEmpty, "\(request)")
            let late = try harness.bus(AudioPlayback(sequence: two, state: .finished))
            if request == "endSession" {
                #expect(topics(late) == ["dialogueManager/sessionEnded"])
            } else {
                #expect(requests(late) == [Self.followUp])
            }
        }
    }
}
