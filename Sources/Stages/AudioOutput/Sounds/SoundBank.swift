/// The sounds that Saybus has itself, synthesized when they are played.
///
/// `soundbank://saybus/NAME` plays one of them. The names of Amazon's library, such as
/// `soundbank://soundlibrary/human/amzn_sfx_crowd_applause_01`, play the one that their words describe.
enum SoundBank {
    /// The beginning of a sound bank's address.
    static let scheme = "soundbank://"

    /// The words in the names of other libraries, in the order in which they count, with the sound that they get.
    private static let words: [(words: [String], sound: String)] = [
        (["applause", "crowd", "cheer", "clap", "audience"], "applause"), (["doorbell"], "doorbell"),
        (["knock", "door"], "knock"), (["alarm", "siren"], "alarm"),
        (["negative", "wrong", "fail", "lose", "error"], "failure"),
        (["positive", "correct", "win", "success", "tally", "fanfare", "trumpet", "level"], "success"),
        (["buzz", "beep"], "buzzer"), (["coin", "cash", "register"], "coin"),
        (["clock", "tick", "timer"], "tick"), (["bell", "church"], "bell"),
        (["chime", "ding", "notification"], "chime"),
        (["click", "button", "tap", "switch", "keyboard"], "click"), (["drum", "percussion"], "drum"),
        (["laser", "zap", "scifi", "electric", "magic", "teleport"], "zap"),
        (["explosion", "boom", "thunder", "gun", "cannon", "crash"], "boom"),
        (["whoosh", "swoosh", "wind", "air", "airplane", "swipe", "fly"], "whoosh"),
        (["rain", "water", "ocean", "river", "sea", "shower"], "rain"),
        (["bird", "chirp", "cricket", "animal"], "bird"),
    ]

    /// Returns the sound of an address.
    /// - Throws: ``SynthesisError`` with the names that there are.
    static func sound(_ address: String) throws(SynthesisError) -> BankSound {
        let pieces = address.dropFirst(scheme.count).lowercased().split { !$0.isLetter }.map(String.init)
        if let sound = pieces.lazy.compactMap({ BankSound.all[$0] }).first { return sound }
        for (words, name) in words
        where pieces.contains(where: { words.contains($0) || words.contains("\($0.dropLast())") }) {
            if let sound = BankSound.all[name] { return sound }
        }
        throw SynthesisError(
            .outOfRange,
            "There is no sound \"\(address.prefix(100))\"; there are \(BankSound.all.keys.sorted().joined(separator: ", "))."
        )
    }
}
