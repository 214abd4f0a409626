import SaybusMessages
import Testing

@testable import SaybusAudioOutput

@Suite struct PlaySettingsTests {
    func lane(_ number: Int) throws -> PlayQueue.Lane {
        PlayQueue.Lane(session: try #require(Session(rawValue: "s\(number)")), track: "main")
    }

    @Test(
        "a thousand sessions keep their settings; the oldest are removed, but never those for all sessions"
    )
    func bounded() throws {
        var settings = PlaySettings()
        settings.setVolume(0.5, of: .init())
        for number in 0..<3 * PlaySettings.maximumScopes {
            settings.setVolume(0.5, of: .init(session: try lane(number).session))
            // This setting is renewed each time, so that it is never the oldest.
            settings.setMuted(true, of: .init(session: try lane(0).session))
        }
        #expect(settings.level(try lane(0)) == 0)
        #expect(settings.level(try lane(1)) == 0.5)
        #expect(settings.level(try lane(3 * PlaySettings.maximumScopes - 1)) == 0.25)
        #expect(settings.level(try lane(2 * PlaySettings.maximumScopes + 10)) == 0.25)
        #expect(settings.level(try lane(2 * PlaySettings.maximumScopes - 10)) == 0.5)
    }
}
