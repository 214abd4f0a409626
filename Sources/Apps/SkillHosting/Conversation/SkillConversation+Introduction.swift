import SaybusConversation
import SaybusSkills

/// The words of an answer before its streams begin.
extension SkillConversation {
    /// Records that the words before an answer's streams begin, or that they are over. Meanwhile the commands of the
    /// player are valid.
    func recordIntroduction(of answer: Int, isSpoken: Bool) {
        introducedAnswer = isSpoken ? answer : nil
        manager?.catalogChanged()
    }

    /// Drops the streams that the current words introduce, and stops the one that these words have paused.
    func dropIntroducedStreams() {
        (unwantedAnswer, introducedAnswer) = (introducedAnswer, nil)
        audio.stop()
        manager?.catalogChanged()
    }

    /// Carries out an answer's directives for the player, without streams that the user has stopped before they began.
    func perform(_ directives: [Directive], of answer: Int) {
        let isUnwanted = unwantedAnswer == answer
        audio.perform(directives.filter { !isUnwanted || !$0.isPlay })
    }
}

extension Directive {
    /// Whether the directive begins or queues a stream.
    var isPlay: Bool { if case .play = self { true } else { false } }
}
