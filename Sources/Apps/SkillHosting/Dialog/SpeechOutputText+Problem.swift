extension SpeechOutputText {
    /// The reason why the audio stage would not speak the SSML, in a sentence; nil for SSML that it speaks, and for
    /// plain text.
    ///
    /// Amazon refuses such answers, too. The skill would not learn that nothing was heard.
    var problem: String? { isSSML ? SSMLCheck(text).problem : nil }

    /// The times of breaks in SSML that are cut, since they are too long.
    var longBreaks: [String] { isSSML ? SSMLCheck(text).longBreaks : [] }
}
