/// The layout of a slot tagger's weights: a row for each feature, and one more for each intent that shares
/// it.
///
/// A feature of only one intent has weights for that intent's labels. A feature of several intents has
/// weights for all labels, and further weights for the labels of each intent. So intents with many samples
/// learn their own weights, and intents with few samples use the common ones.
struct SlotRows: Sendable, Equatable {
    /// The owner of a feature of several intents.
    static let allIntents: Int32 = -1

    /// The number of labels of all intents together.
    let labelCount: Int
    /// The labels of each intent, outside first.
    let labels: [[Int]]
    /// The features. Their rows precede the additional rows of single intents.
    private(set) var features = FeatureTable()
    /// The intent of each feature, or ``allIntents``.
    private(set) var owners: [Int32] = []
    private(set) var additions = FeatureTable()
    private(set) var additionOwners: [Int32] = []
    /// The beginning of each row, and the end of the last.
    private(set) var offsets: [Int32] = []

    init(labelCount: Int, labels: [[Int]]) { (self.labelCount, self.labels) = (labelCount, labels) }

    /// Creates the rows that a file describes.
    init(
        labelCount: Int, labels: [[Int]], features: FeatureTable, owners: [Int32], additions: FeatureTable,
        additionOwners: [Int32]
    ) {
        self.init(labelCount: labelCount, labels: labels)
        (self.features, self.owners) = (features, owners)
        (self.additions, self.additionOwners) = (additions, additionOwners)
        layOut()
    }

    /// Records that an intent has a feature.
    mutating func insert(_ feature: UInt32, of intent: Int) {
        let number = features.insert(feature)
        if number == owners.count {
            owners.append(Int32(intent))
        } else if owners[number] != intent {
            owners[number] = Self.allIntents
        }
    }

    /// Returns the row of a feature and the additional row of an intent. All features must have been inserted
    /// before.
    mutating func rows(_ feature: UInt32, of intent: Int) -> (row: Int32, addition: Int32?) {
        let number = features.insert(feature)
        guard owners[number] == Self.allIntents else { return (Int32(number), nil) }
        let addition = additions.insert(Self.hash(feature, intent))
        if addition == additionOwners.count { additionOwners.append(Int32(intent)) }
        // The hashes for two intents may be equal. The row has room for the labels of the first intent only.
        guard additionOwners[addition] == Int32(intent) else { return (Int32(number), nil) }
        return (Int32(number), Int32(features.count + addition))
    }

    /// Computes the offsets of all rows. No feature may be added afterwards.
    mutating func layOut() {
        offsets = []
        offsets.reserveCapacity(owners.count + additionOwners.count + 1)
        var size: Int32 = 0
        for owner in owners + additionOwners {
            offsets.append(size)
            // The clamping protects against a malformed file; the size of its weights will not match then.
            let width = owner == Self.allIntents ? labelCount : labels[Int(owner)].count
            size = Int32(clamping: Int(size) + width)
        }
        offsets.append(size)
    }

    /// Returns the additional row of a feature for an intent.
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
