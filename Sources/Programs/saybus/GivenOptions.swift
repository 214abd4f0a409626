/// The options that stand on a command line, which a parser does not tell of those that have default values.
enum GivenOptions {
    /// Returns the names with their hyphens, each once, in the order of the command line. What follows `--` belongs to
    /// another program.
    static func names(in arguments: [String] = CommandLine.arguments) -> [String] {
        var names: [String] = []
        for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
            let name = String(argument.prefix { $0 != "=" })
            if !names.contains(name) { names.append(name) }
        }
        return names
    }
}
