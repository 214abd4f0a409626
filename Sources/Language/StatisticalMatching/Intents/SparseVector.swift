/// The known features of an utterance and how much each weighs.
struct SparseVector: Sendable {
    var features: [Int32] = []
    var weights: [Float] = []
}
