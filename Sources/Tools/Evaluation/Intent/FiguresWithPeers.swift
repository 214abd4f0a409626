/// The figures of Saybus' recognizer as one JSON object, with the figures of other recognizers under `peers`.
struct FiguresWithPeers<Figures: Encodable>: Encodable {
    /// The figures of all recognizers, Saybus' own first.
    let all: [Figures]

    private enum CodingKeys: String, CodingKey { case peers }

    func encode(to encoder: any Encoder) throws {
        try all.first?.encode(to: encoder)
        guard all.count > 1 else { return }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Array(all.dropFirst()), forKey: .peers)
    }
}
