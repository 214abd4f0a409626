import SaybusBus
import SaybusMessages
import Testing

@testable import SaybusVoiceSatellite

@Suite("A voice satellite whose connection is lost, or that is muted")
struct SatelliteConnectionTests {
    private let now = ContinuousClock.now
    private let turn = TurnID()
    private let hall = Session(rawValue: "hall")!

    /// Returns a satellite whose turn is being heard by Home Assistant.
    private func hearing() -> VoiceSatellite {
        var satellite = VoiceSatellite(session: hall, playsSounds: true)
        _ = satellite.connected()
        _ = satellite.started(turn, wakeWord: "hey jarvis", now: now)
        _ = satellite.taken(hasFailed: false)
        return satellite
    }

    @Test("muting cancels the turn, one that begins meanwhile names it as the reason, and unmuting lets turns begin")
    func muted() {
        var satellite = hearing()
        let muted = satellite.muted()
        let cancelled = TurnEnded(outcome: .cancelled, reason: "this device is muted in Home Assistant")
        let problem = "this device is muted or disabled in Home Assistant, which takes no words of it"
        #expect(muted == [.end(cancelled, turn, hall), .problem(problem)])
        let next = TurnID()
        let refused = satellite.started(next, wakeWord: nil, now: now)
        let reason = TurnEnded(outcome: .failed, reason: "this device is muted in Home Assistant")
        #expect(refused == [.end(reason, next, hall)])
        _ = satellite.disconnected()
        let alone = satellite.started(next, wakeWord: nil, now: now)
        let absent = TurnEnded(outcome: .failed, reason: "Home Assistant is not connected")
        #expect(alone == [.end(absent, next, hall)])
        _ = satellite.muted()
        let back = satellite.connected()
        #expect(back == [.problem(nil)] && satellite.isConnected)
    }

    @Test("an answer that is fetched while its connection is lost is not played into the user's next words")
    func lostAnswer() {
        var satellite = hearing()
        let answer = satellite.observe(VoiceEvent(.ttsEnd, ["url": "http://ha/a"]), now: now)
        guard case .fetch(_, let id)? = answer.first else {
            Issue.record("\(answer)")
            return
        }
        _ = satellite.disconnected()
        _ = satellite.connected()
        _ = satellite.started(TurnID(), wakeWord: nil, now: now)
        let late = satellite.fetched(id, ["a"])
        #expect(late == [.remove(["a"]), .dropped] && satellite.sounds.isEmpty)
    }
}
