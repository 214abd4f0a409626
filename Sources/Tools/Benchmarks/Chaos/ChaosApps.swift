import Foundation

/// The apps of a campaign. Each appends a line to the file of marks whenever one of its commands is carried out: its
/// own word and the turn's number.
enum ChaosApps {
    /// The words with which typed turns begin. `mark` and `note` belong to apps in files, `stamp` to one in Swift,
    /// `count` to a skill.
    static let verbs = ["mark", "note", "stamp", "count"]
    /// The mark of the sentence in the recording.
    static let spokenMark = "timer"

    /// Returns the text of a typed turn.
    static func text(_ verb: String, _ number: Int) -> String {
        verb == "count" ? "ask record keeper to count \(number)" : "\(verb) \(number)"
    }

    /// Writes the files of the apps and the skill into a folder.
    static func write(to folder: String) throws {
        func write(_ text: String, _ name: String) throws {
            try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        let marks = folder + "/marks"
        try write(app("chaos", "mark", marks, more: timer(marks)), "app.yaml")
        try write(app("notes", "note", marks), "notes.yaml")
        try write(model, "model.json")
        try write(skill(marks), "skill.sh")
        try write("skill: keeper\nmodel: model.json\nprogram: [sh, \(folder)/skill.sh]\n", "skill.yaml")
    }

    private static func app(_ name: String, _ verb: String, _ marks: String, more: String = "") -> String {
        """
        app: \(name)
        commands:
          Mark:
            patterns: ["\(verb) @number:Number"]
            do:
              - exec: [sh, -c, 'echo "\(verb) $1" >> "$2"', sh, "{number}", "\(marks)"]
              - speak: "Done: {number}."
        \(more)
        """
    }

    private static func timer(_ marks: String) -> String {
        """
          Timer:
            patterns: ["set a timer for @number:Number minutes"]
            do:
              - exec: [sh, -c, 'echo \(spokenMark) >> "$1"', sh, "\(marks)"]
        """
    }

    /// Returns a program that answers each request with one line of JSON.
    private static func skill(_ marks: String) -> String {
        #"""
        while read -r request; do
            number=$(printf '%s' "$request" | grep -o '"value":"[0-9]*"' | head -n 1 | tr -dc 0-9)
            [ -n "$number" ] && echo "count $number" >> '\#(marks)'
            echo '{"version":"1.0","response":{"outputSpeech":{"type":"PlainText","text":"Counted."},"shouldEndSession":true}}'
        done
        """#
    }

    private static let model = """
        {"interactionModel": {"languageModel": {"invocationName": "record keeper", "types": [], "intents": [
          {"name": "CountIntent", "slots": [{"name": "number", "type": "AMAZON.NUMBER"}], "samples": ["count {number}"]}
        ]}}}
        """
}
