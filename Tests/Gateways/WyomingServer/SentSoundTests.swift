import Testing

@testable import SaybusWyomingServer

@Suite("A sound that is sent ahead of the time at which it is heard")
struct SentSoundTests {
    private let start = ContinuousClock.now

    @Test("what was heard is what the clock says, and no more than was sent")
    func heard() {
        var sound = SentSound()
        #expect(sound.heard(at: start) == .zero && sound.left(at: start) == .zero)
        sound.send(.seconds(1), at: start)
        sound.send(.seconds(1), at: start)
        #expect(sound.heard(at: start + .milliseconds(500)) == .milliseconds(500))
        #expect(sound.left(at: start + .milliseconds(500)) == .milliseconds(1500))
        #expect(sound.heard(at: start + .seconds(9)) == .seconds(2) && sound.left(at: start + .seconds(9)) == .zero)
    }

    @Test("a loudspeaker that has nothing to play waits for the rest")
    func pause() {
        var sound = SentSound()
        sound.send(.seconds(1), at: start)
        sound.send(.seconds(1), at: start + .seconds(5))
        #expect(sound.heard(at: start + .milliseconds(5500)) == .milliseconds(1500))
    }

    @Test("a sound that is played as a whole begins at its end")
    func whole() {
        var sound = SentSound(isPlayedAsWhole: true)
        sound.send(.seconds(2), at: start)
        #expect(sound.heard(at: start + .seconds(1)) == .zero)
        sound.end(at: start + .seconds(1))
        #expect(sound.heard(at: start + .seconds(2)) == .seconds(1))
    }
}
