import SaybusSupport
import Yams

extension AppFileReader {
    /// Reads a program and its arguments: `[program, argument, …]`, or a mapping with them under `run`.
    mutating func exec(_ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>) -> Exec? {
        guard case .mapping = node else { return vector(node, what, names, made) }
        guard let fields = fields(node, what, .exec) else { return nil }
        let timeout = fields["timeout"].flatMap { milliseconds($0, "\(what): timeout") }
        let directory = fields["directory"].flatMap { text($0, "\(what): directory") }
        let environment = fields["environment"].map { self.environment($0, "\(what): environment", names, made) } ?? [:]
        guard var exec = fields["run"].flatMap({ vector($0, "\(what): run", names, made) }) else { return nil }
        if let length = fields["maximum-length"] {
            exec.maximumLength = maximumLength(length, what)
        }
        if let timeout { exec.timeout = .milliseconds(timeout) }
        if let directory {
            exec.directory = folder.map { directory.hasPrefix("/") ? directory : "\($0)/\(directory)" } ?? directory
        }
        exec.environment = environment
        return exec
    }

    /// Reads the most characters of a stored text.
    mutating func maximumLength(_ node: Node, _ what: String) -> Int {
        integer(node, "\(what): maximum-length", in: 1...Double(ActionPlan.maximumValueLength))
            ?? ProgramOutput.lineLimit
    }

    private mutating func vector(_ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>) -> Exec? {
        let form = "\(what) must be a list [program, argument, …]"
        guard case .sequence = node else {
            expected(form, node, hint: "; no shell splits it into words")
            return nil
        }
        guard let items = items(node, form), let program = text(items[0], "\(what): the program") else { return nil }
        // Spoken words must not choose the program.
        guard let name = try? Template(program), name.names.isEmpty, let program = try? name.render([:]) else {
            report(.template, items[0], "\(what): the program must be a plain name, found \(NodeKind(items[0]))")
            return nil
        }
        var arguments: [Template] = []
        for item in items.dropFirst() {
            if case .text("") = NodeKind(item) {
                arguments.append(Template(literal: ""))
            } else if let argument = template(item, "\(what): an argument", names, made, allowsNumbers: true) {
                arguments.append(argument)
            }
        }
        if arguments.count == items.count - 1 { checkScript(program, arguments, items, what) }
        return Exec(program, arguments)
    }

    /// Refuses placeholders inside the text of a script, since spoken words would be executed.
    private mutating func checkScript(_ program: String, _ arguments: [Template], _ items: [Node], _ what: String) {
        var interpreter = Self.scriptFlag(of: program)
        // Behind another argument they may be those of a script in a file.
        var areOwnOptions = true
        var isScript = false
        for (argument, node) in zip(arguments, items.dropFirst()) {
            let text = argument.description
            let isOption = text.hasPrefix("-") && !text.hasPrefix("--")
            // Options may share an argument, and a script may stand in that of its option: "-ce", "-eprint".
            let options = areOwnOptions ? Self.beginning(of: argument) : String(text.suffix(1))
            let hasFlag = isOption && (interpreter.map { options.contains($0) } ?? false)
            if isScript || hasFlag, let name = argument.names.first {
                report(
                    .template, node,
                    "\(what): what {\(name)} holds would be run as a script; pass it as an argument of its own: "
                        + "[sh, -c, 'echo \"$1\"', sh, \"{\(name)}\"]")
                return
            }
            if isScript, !text.hasPrefix("-") { return }
            isScript = isScript || hasFlag
            // Finds the interpreter behind env, nice, timeout and similar programs.
            if let next = Self.scriptFlag(of: text) {
                (interpreter, areOwnOptions) = (next, true)
            } else if !text.hasPrefix("-") {
                areOwnOptions = false
            }
        }
    }

    /// Programs that execute an argument as a script, with the option that precedes the script.
    private static let scriptFlags: [String: Character] = [
        "sh": "c", "bash": "c", "dash": "c", "zsh": "c", "ksh": "c", "mksh": "c", "ash": "c", "fish": "c", "su": "c",
        "python": "c", "perl": "e", "ruby": "e", "lua": "e", "node": "e", "nodejs": "e", "php": "r",
    ]

    /// Returns the option of a program that precedes a script; nil for a program that has none. A version may follow
    /// the name, as in `python3.12`.
    private static func scriptFlag(of path: String) -> Character? {
        let name = path.split(separator: "/").last ?? ""
        let letters = name.prefix(while: \.isLetter)
        guard name.dropFirst(letters.count).allSatisfy({ $0.isNumber || $0 == "." }) else { return nil }
        return scriptFlags[String(letters)]
    }

    /// Returns the text of a template before its first placeholder.
    private static func beginning(of template: Template) -> String {
        if case .literal(let text)? = template.pieces.first { text } else { "" }
    }

    private mutating func environment(
        _ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>
    ) -> [String: String] {
        var environment: [String: String] = [:]
        for (name, keyNode, value) in entries(node, "\(what) must be a mapping of names to texts") ?? [] {
            let isVariable =
                name.first.map { !$0.isNumber } ?? false
                && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            guard isVariable else {
                report(
                    .badValue, keyNode,
                    "\(what): a name must be of letters, digits and _, found \"\(LogLine.clean(name, limit: 40))\"")
                continue
            }
            if case .number(_, let text) = NodeKind(value) {
                environment[name] = text
            } else if let text = text(value, "\(what): \(name)") {
                environment[name] = text
                checkSecrets(AppSecrets.names(in: text), value, "\(what): \(name)", isAllowed: true)
                checkFixed(text, value, "\(what): \(name)", names, made)
            }
        }
        return environment
    }

    /// Refuses the placeholder of a known value in a text that is no template, where nobody would fill it in.
    private mutating func checkFixed(
        _ text: String, _ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>
    ) {
        guard let names else { return }
        let known = names.always.union(names.sometimes.keys).union(made)
        let placeholders = text.matches(of: /\$?\{(\w+)(\.\w+)?(\|[^{}]*)?\}/).filter { !$0.0.hasPrefix("$") }
        guard let name = placeholders.map({ String($0.1) }).first(where: known.contains) else { return }
        report(
            .template, node,
            "\(what): {\(name)} would stay as it is written, since variables are the same each time; pass it as an "
                + "argument: [sh, -c, 'echo \"$1\"', sh, \"{\(name)}\"]")
    }
}
