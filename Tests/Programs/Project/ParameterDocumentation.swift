/// The parameters that the documentation of public functions leaves out.
///
/// DocC warns of a function of which it finds some parameters documented, and others not. Its site takes minutes to
/// make; a look at the sources does not.
enum ParameterDocumentation {
    /// Returns the parameters that are missing beside documented ones, as `line: name`.
    static func missing(in source: String) -> [String] {
        var found: [String] = []
        var documented: Set<String> = []
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let line = line.drop(while: \.isWhitespace)
            if line.hasPrefix("///") {
                if let match = line.wholeMatch(of: /\/\/\/ (?:- Parameter |  - )`?(\w+)`?:.*/) {
                    documented.insert(String(match.1))
                }
            } else if !line.hasPrefix("@") {
                if !documented.isEmpty, line.contains(/\b(public|open)\b.*\b(func|init|subscript)\b/) {
                    let names = parameters(of: lines[index...].prefix(20).joined(separator: "\n"))
                    found += names.filter { !documented.contains($0) }.map { "\(index + 1): \($0)" }
                }
                documented = []
            }
        }
        return found
    }

    /// Returns the names by which a function's body knows its parameters.
    static func parameters(of declaration: String) -> [String] {
        var (parts, depth, former) = ([""], 0, Character(" "))
        for character in declaration.drop(while: { $0 != "(" }) {
            switch character {
            case "(", "[", "{", "<": depth += 1
            case ")", "]", "}": depth -= 1
            case ">" where former != "-": depth -= 1
            case "," where depth == 1: parts.append("")
            default: break
            }
            if depth == 0 { break }
            parts[parts.count - 1].append(character)
            former = character
        }
        return parts.compactMap { part in
            part.firstMatch(of: /^[\s(,]*(?:@\w+\s+)*(?:`?\w+`?\s+)?`?(\w+)`?\s*:/).map { String($0.1) }
        }
    }
}
