/// The figures of a recognizer as one JSON object, with those of its peers under `peers` when there are any.
struct FiguresWithPeers<Figures: Encodable>: Encodable {
    /// Saybus' own recognizer first.
    let all: [Figures]

    private enum CodingKeys: String, CodingKey { case peers }

    func encode(to encoder: any Encoder) throws {
        try all.first?.encode(to: encoder)
        guard all.count > 1 else { return }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Array(all.dropFirst()), forKey: .peers)
    }
}
