/// Words of a command line for a shell.
public enum ShellWord {
    /// Returns a word in single quotes, if a shell would read it differently without them.
    public static func quoted(_ word: String) -> String {
        let plain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=,@+".contains($0)) }
        guard !plain || word.isEmpty else { return word }
        return "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
}
