import SaybusSkills

/// A skill's answer to an audio event, which may have directives for the audio player only. Pure.
struct AudioEventAnswer {
    /// The directives for the audio player; none of an invalid answer.
    let audio: [Directive]
    /// Descriptions of the parts of the answer that are ignored.
    let problems: [String]
    /// The reason why the answer cannot be used; nil for a valid one.
    let failure: SkillFailure?

    /// Examines an answer.
    /// - Parameters:
    ///   - response: The answer.
    ///   - app: The skill's name on the bus.
    init(_ response: Response, app: String) {
        let sorted = SortedDirectives(response, app: app)
        if let problem = sorted.audio.lazy.compactMap(\.problem).first {
            (audio, problems, failure) = ([], [], SkillFailure(.badAnswer, problem))
            return
        }
        var ignored: [String] = []
        if response.outputSpeech != nil { ignored.append("its speech is not spoken") }
        if response.reprompt != nil { ignored.append("its reprompt is not spoken") }
        if !sorted.cards.isEmpty { ignored.append("its cards and directives for a screen are not shown") }
        if sorted.dialog != nil { ignored.append("its dialog directive is not carried out") }
        if sorted.entities != nil { ignored.append("its dynamic entities are not taken") }
        (audio, problems, failure) = (sorted.audio, sorted.problems + ignored, nil)
    }
}
