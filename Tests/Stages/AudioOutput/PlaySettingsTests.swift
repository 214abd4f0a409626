import SaybusMessages
import Testing

@testable import SaybusAudioOutput

@Suite struct PlaySettingsTests {
    func track(_ number: Int) throws -> PlayQueue.SessionTrack {
        PlayQueue.SessionTrack(session: try #require(Session(rawValue: "s\(number)")), name: "main")
    }

    @Test(
        "a thousand sessions keep their settings; the oldest are removed, but never those for all sessions"
    )
    func bounded() throws {
        var settings = PlaySettings()
        settings.setVolume(0.5, of: .init())
        for number in 0..<3 * PlaySettings.maximumScopes {
            settings.setVolume(0.5, of: .init(session: try track(number).session))
            // This setting is renewed each time, so that it is never the oldest.
            settings.setMuted(true, of: .init(session: try track(0).session))
        }
        #expect(settings.level(try track(0)) == 0)
        #expect(settings.level(try track(1)) == 0.5)
        #expect(settings.level(try track(3 * PlaySettings.maximumScopes - 1)) == 0.25)
        #expect(settings.level(try track(2 * PlaySettings.maximumScopes + 10)) == 0.25)
        #expect(settings.level(try track(2 * PlaySettings.maximumScopes - 10)) == 0.5)
    }
}
