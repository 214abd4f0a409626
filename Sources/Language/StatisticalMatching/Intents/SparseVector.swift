/// The known features of an utterance, and their weights.
struct SparseVector: Sendable {
    var features: [Int32] = []
    var weights: [Float] = []
}
