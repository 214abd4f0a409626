import SaybusMessages

/// A call of that command of a catalog that needs the fewest parameters, with a value for each parameter.
struct CatalogCall: Sendable {
    let app: String
    let type: String
    let pattern: String
    let parameters: [String: Parameter]
    let text: String

    init?(_ catalog: Catalog) {
        let ways = catalog.commands.flatMap { command in command.patterns.map { (command.type, $0) } }
        let plainest = ways.min { left, right in left.1.count { $0 == "@" } < right.1.count { $0 == "@" } }
        guard let (type, pattern) = plainest else { return nil }
        var parameters: [String: Parameter] = [:]
        var words: [String] = []
        for word in pattern.split(separator: " ") {
            guard word.first == "@" else {
                words.append(String(word))
                continue
            }
            let parts = word.dropFirst().split(separator: ":")
            let (name, kind) = (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "String")
            let value: Parameter.Value =
                kind == "Number"
                ? .number(5)
                : .text(catalog.slotTypes?.first { $0.name == kind }?.values.first?.value ?? "something")
            parameters[name] = Parameter(value: value, words: value.description, type: kind)
            words.append(value.description)
        }
        (app, self.type, self.pattern, self.parameters) = (catalog.app, type, pattern, parameters)
        text = words.joined(separator: " ")
    }
}
