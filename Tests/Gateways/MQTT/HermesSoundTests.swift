import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusMQTT

/// The ends of sounds that are not played to their end.
extension HermesBridgeTests {
    /// Lets a bridge say something, and returns the id of the sequence.
    private func say(_ harness: inout Harness) throws -> MessageID {
        let actions = harness.hermes("tts/say", ["text": "Hello.", "id": "7", "siteId": "kitchen"])
        guard case .play(_, let id, _)? = actions.first else { throw MQTTError(.library, "\(actions)") }
        return id
    }

    /// Returns a status of the stage that the harness is.
    private func status(_ harness: Harness, _ state: StageStatus.State, run: UInt32) -> Message<StageStatus> {
        // A loss is what the broker says.
        let broker = Source(role: .broker, instance: "b")!
        return Message(
            header: Header(
                kind: StageStatus.kind, session: .default, source: state == .lost ? broker : harness.source, run: run,
                sequence: 0),
            body: StageStatus(
                role: harness.source.role, instance: harness.source.instance, state: state, pid: 1, uptimeMs: 1))
    }

    @Test("the sounds of an earlier run are removed, and not those of another gateway that has the folder")
    func leftSounds() throws {
        let folder = try TemporaryFolder()
        for name in ["hermes-1.wav", "door.wav"] { try folder.write(name, "RIFF") }
        SoundFileStore.removeAll(in: folder.path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
        SoundFileStore.removeAll(in: folder.path, now: Date() + 7200)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["door.wav"])
        withExtendedLifetime(folder) {}
    }

    @Test("texts and notifications that no audio stage takes are told as over, and make room for others")
    func untaken() throws {
        var harness = Harness()
        let end = TurnEnded(outcome: .expired, reason: "no audio stage took audio.sequence in time")
        for _ in 0...HermesBridge.maximumPlays {
            let id = try say(&harness)
            let over = try harness.bus(end, causes: [id])
            #expect(topics(over) == ["error/tts", "tts/error", "tts/sayFinished"])
            #expect(try body("error/tts", over).text("error") == end.reason)
        }
        let notification: JSONValue = ["siteId": "kitchen", "init": ["type": "notification", "text": "Dinner!"]]
        let start = harness.hermes("dialogueManager/startSession", notification)
        guard case .play(_, let id, _)? = start.last else { throw MQTTError(.library, "\(start)") }
        let ended = try body("dialogueManager/sessionEnded", harness.bus(end, causes: [id]))
        #expect(ended["termination"]?.text("reason") == "error" && harness.bridge.plays.isEmpty)
    }

    @Test("a text is over when the audio stage that has it is lost or restarted", arguments: [true, false])
    func playerGone(isRestarted: Bool) throws {
        var harness = Harness()
        let id = try say(&harness)
        let gone = isRestarted ? status(harness, .ready, run: 2) : status(harness, .lost, run: 9)
        // Another stage may still take a text that none has reported.
        #expect(harness.bridge.apply(gone, now: harness.now).isEmpty)
        _ = try harness.bus(AudioPlayback(sequence: id, state: .started))
        #expect(harness.bridge.apply(status(harness, .ready, run: 1), now: harness.now).isEmpty)
        let over = harness.bridge.apply(gone, now: harness.now)
        #expect(topics(over) == ["error/tts", "tts/error", "tts/sayFinished"])
        let error = try body("error/tts", over).text("error")
        #expect(error?.contains(isRestarted ? "was started again" : "is lost") == true)
    }

    @Test("a text of which nothing is reported any more is over at last; one that waits for others is not")
    func unreported() throws {
        var harness = Harness()
        let id = try say(&harness)
        _ = try harness.bus(AudioPlayback(sequence: id, state: .queued))
        harness.now += .seconds(3600)
        #expect(harness.bridge.tick(harness.now).isEmpty)
        _ = try harness.bus(AudioPlayback(sequence: id, state: .started))
        #expect(harness.bridge.tick(harness.now + .seconds(599)).isEmpty)
        let over = harness.bridge.tick(harness.now + .seconds(601))
        #expect(topics(over) == ["error/tts", "tts/error", "tts/sayFinished"])
    }
}
