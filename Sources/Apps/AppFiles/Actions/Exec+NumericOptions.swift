extension Exec {
    /// The names of common programs that read a negative number as an option, such as `head -5`, or as a signal. POSIX
    /// and GNU document these forms; programs that follow POSIX's Utility Syntax Guidelines have no others.
    private static let numericOptionReaders: Set<String> = [
        "busybox", "diff", "expand", "fmt", "fold", "grep", "egrep", "fgrep", "head", "join", "kill", "killall", "less",
        "ls", "more", "nice", "od", "pkill", "pr", "renice", "sort", "split", "tail", "unexpand", "uniq", "xargs",
    ]

    /// Whether the program takes a negative number for an option, so that one may only follow an argument `--`.
    var readsNumbersAsOptions: Bool { Self.numericOptionReaders.contains(baseName) }

    /// Whether a negative number stands for many processes, as in `kill -- -1`.
    var addressesGroups: Bool { baseName == "kill" }

    private var baseName: String { program.split(separator: "/").last.map(String.init) ?? program }
}
