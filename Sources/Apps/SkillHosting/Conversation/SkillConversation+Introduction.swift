import SaybusConversation
import SaybusDispatch
import SaybusSkills

/// The words of an answer before its streams.
struct Introduction: Sendable {
    /// The number of the answer in its conversation.
    let answer: Int
    /// Whether somebody has stopped the words, or spoken over them: nobody wants the streams any more.
    var isStopped = false
}

/// The streams that follow the words of an answer.
extension SkillConversation {
    /// Whether streams begin after the current words. Outside of sessions, the commands of the player are valid.
    var introducesStreams: Bool { introduction?.isStopped == false }

    /// Begins the words before an answer's streams.
    func beginIntroduction(of answer: Int) {
        introduction = Introduction(answer: answer)
        manager?.catalogChanged()
    }

    /// Ends the words before an answer's streams. ``perform(_:of:)`` follows, unless the program ends.
    func endIntroduction(of answer: Int, _ end: PlaybackEnd) {
        guard introduction?.answer == answer, case .stopped(_, let cause, _) = end.outcome, cause != .newerSequence
        else { return }
        introduction?.isStopped = true
    }

    /// Drops the streams that the current words introduce, and stops the one that these words have paused.
    func dropIntroducedStreams() {
        introduction?.isStopped = true
        audio.stop()
        manager?.catalogChanged()
    }

    /// Carries out an answer's directives for the player, without streams whose introduction was stopped.
    func perform(_ directives: [Directive], of answer: Int) {
        let isStopped = introduction.map { $0.answer == answer && $0.isStopped } ?? false
        introduction = nil
        audio.perform(isStopped ? directives.filter { !$0.isPlay } : directives)
    }
}

extension Directive {
    /// Whether the directive begins or queues a stream.
    var isPlay: Bool { if case .play = self { true } else { false } }
}
