/// A request for the likeliest sentence of a graph, beside the text that the model writes freely.
package struct SentenceRequest: Sendable {
    /// The sentences among which the likeliest is sought.
    let graph: SentenceGraph
    /// Whether a sentence is to be sought after the model has written a text.
    let isWanted: @Sendable (WhisperText) -> Bool

    /// Creates a request. `isWanted` gets the text that the model has written freely.
    package init(_ graph: SentenceGraph, when isWanted: @escaping @Sendable (WhisperText) -> Bool) {
        (self.graph, self.isWanted) = (graph, isWanted)
    }
}
