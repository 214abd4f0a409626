import SaybusMessages

extension Catalog: Summarized {
    func summary(_ header: Header) -> [Span] {
        guard !commands.isEmpty else { return [.warning("\(app) has gone")] }
        let patterns = commands.reduce(0) { $0 + $1.patterns.count }
        var parts = [Quantity.count(commands.count, "command"), Quantity.count(patterns, "pattern")]
        if let slotTypes, !slotTypes.isEmpty { parts.append(Quantity.count(slotTypes.count, "slot type")) }
        return [.strong("\(app):"), .plain(parts.joined(separator: ", ")), .dim(language), .dim(revision)]
    }
}
