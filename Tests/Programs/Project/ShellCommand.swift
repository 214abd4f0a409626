/// A command of a line of shell, as pages show it.
struct ShellCommand: Equatable {
    /// The words, without quotes and assignments of variables before them.
    var words: [String]

    /// Returns the commands of a text. Lines are joined at `\`; comments are left out; `;`, `|`, `&`, `<` and `>`
    /// separate commands.
    static func commands(in text: String) -> [ShellCommand] {
        text.replacing("\\\n", with: " ").split(separator: "\n").flatMap { commands(line: String($0)) }
    }

    private static func commands(line: String) -> [ShellCommand] {
        var commands: [[String]] = [[]]
        var word: String?
        var quote: Character?
        func endWord() {
            if let word { commands[commands.count - 1].append(word) }
            word = nil
        }
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
                continue
            }
            switch character {
            case "'", "\"":
                quote = character
                word = word ?? ""
            case "#" where word == nil: return finished(commands)
            case " ": endWord()
            case ";", "|", "&", "<", ">", "(", ")":
                endWord()
                commands.append([])
            default: word = (word ?? "") + String(character)
            }
        }
        endWord()
        return finished(commands)
    }

    private static func finished(_ commands: [[String]]) -> [ShellCommand] {
        commands.map { $0.drop { $0.contains(/^[A-Z_]+=/) } }.filter { !$0.isEmpty }.map {
            ShellCommand(words: Array($0))
        }
    }
}
