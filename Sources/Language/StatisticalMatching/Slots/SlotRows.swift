/// Where the weights of a slot tagger lie: a row for each feature, and one more for each intent that shares it.
///
/// A feature that only one intent has seen has weights for that intent's labels alone. One that several have seen has
/// weights for all labels, and besides them weights of each intent's own: intents with much to learn from decide for
/// themselves, those with little lean on the others.
struct SlotRows: Sendable, Equatable {
    /// The owner of a feature that several intents have seen.
    static let everybody: Int32 = -1

    /// How many labels there are.
    let labelCount: Int
    /// For each intent the labels that it has, outside first.
    let labels: [[Int]]
    /// The features, and after them what is added for single intents.
    private(set) var features = FeatureTable()
    /// Whose each feature is.
    private(set) var owners: [Int32] = []
    private(set) var additions = FeatureTable()
    private(set) var additionOwners: [Int32] = []
    /// Where each row begins; one more at the end.
    private(set) var offsets: [Int32] = []

    init(labelCount: Int, labels: [[Int]]) { (self.labelCount, self.labels) = (labelCount, labels) }

    /// Rows as a file has them.
    init(
        labelCount: Int, labels: [[Int]], features: FeatureTable, owners: [Int32], additions: FeatureTable,
        additionOwners: [Int32]
    ) {
        self.init(labelCount: labelCount, labels: labels)
        (self.features, self.owners) = (features, owners)
        (self.additions, self.additionOwners) = (additions, additionOwners)
        layOut()
    }

    /// Notes that an intent has seen a feature.
    mutating func insert(_ feature: UInt32, of intent: Int) {
        let number = features.insert(feature)
        if number == owners.count {
            owners.append(Int32(intent))
        } else if owners[number] != intent {
            owners[number] = Self.everybody
        }
    }

    /// The rows of a feature for an intent: its own, and what is added. All features must have been noted before.
    mutating func rows(_ feature: UInt32, of intent: Int) -> (row: Int32, addition: Int32?) {
        let number = features.insert(feature)
        guard owners[number] == Self.everybody else { return (Int32(number), nil) }
        let addition = additions.insert(Self.hash(feature, intent))
        if addition == additionOwners.count { additionOwners.append(Int32(intent)) }
        // Two intents' hashes may be one; the row has room for the labels of the first only.
        guard additionOwners[addition] == Int32(intent) else { return (Int32(number), nil) }
        return (Int32(number), Int32(features.count + addition))
    }

    /// Gives every row its place; no feature may be added any more.
    mutating func layOut() {
        offsets = []
        offsets.reserveCapacity(owners.count + additionOwners.count + 1)
        var size: Int32 = 0
        for owner in owners + additionOwners {
            offsets.append(size)
            // A file may say anything; what does not fit here is not as long as its weights either.
            let width = owner == Self.everybody ? labelCount : labels[Int(owner)].count
            size = Int32(clamping: Int(size) + width)
        }
        offsets.append(size)
    }

    /// The row that is added to a feature's for an intent.
    @inline(__always) func addition(_ feature: UInt32, of intent: Int) -> Int? {
        guard let number = additions.number(of: Self.hash(feature, intent)), additionOwners[number] == Int32(intent)
        else { return nil }
        return features.count + number
    }

    @inline(__always) private static func hash(_ feature: UInt32, _ intent: Int) -> UInt32 {
        var hash = FeatureHash(80)
        hash.mix(UInt64(feature) << 20 | UInt64(intent))
        return hash.value
    }
}
