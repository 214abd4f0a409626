import Foundation

/// The phones and senones of a model: the file `mdef` in its binary format.
///
/// After a text header come ten counts, the names of the phones, a tree of triphones, the sequence of states of
/// each phone and triphone, and the senones of each sequence (states shared by triphones; Hwang and Huang, 1992).
struct ModelDefinition: Sendable {
    private static let magic = Array("BMDF".utf8)
    private static let counts = 10
    /// Bytes of a node of the tree, and of a phone's entry.
    private static let (nodeSize, entrySize) = (8, 12)
    /// The offset of the centre phone in a triphone's entry; the entries of single phones come first.
    private static let phonePlace = 9

    /// The names of the phones, in the order of their Gaussians.
    let phones: [String]
    /// The phone of each senone. All senones of a phone share its Gaussians.
    let senonePhones: [Int]

    /// Reads the file; nil when it is of another format.
    init?(path: String) {
        guard let data = FileManager.default.contents(atPath: path), data.starts(with: Self.magic) else { return nil }
        let bytes = [UInt8](data)
        var reader = ByteReader(bytes)
        guard reader.skip(8), let header = reader.count(), reader.skip(header) else { return nil }
        let counts = (0..<Self.counts).compactMap { _ in reader.count() }
        guard counts.count == Self.counts, (1...1000).contains(counts[0]) else { return nil }
        let (phoneCount, entryCount, states) = (counts[0], counts[1], counts[2])
        let (senoneCount, sequenceCount, nodeCount) = (counts[4], counts[6], counts[8])
        var names: [String] = []
        let firstName = reader.place
        for _ in 0..<phoneCount {
            guard let name = reader.text() else { return nil }
            names.append(name)
        }
        guard Set(names).count == phoneCount, (1...10).contains(states), (1...65_536).contains(senoneCount),
            entryCount >= phoneCount, entryCount < bytes.count, sequenceCount < bytes.count, nodeCount < bytes.count,
            reader.skip((4 - (reader.place - firstName) % 4) % 4 + nodeCount * Self.nodeSize)
        else { return nil }
        let entries = reader.place
        guard reader.skip(entryCount * Self.entrySize + 4) else { return nil }
        let sequences = reader.place
        guard reader.skip(sequenceCount * states * 2) else { return nil }
        var owners = [Int](repeating: -1, count: senoneCount)
        for entry in 0..<entryCount {
            let place = entries + entry * Self.entrySize
            let phone = entry < phoneCount ? entry : Int(bytes[place + Self.phonePlace])
            let sequence = reader.word(at: place)
            guard phone < phoneCount, sequence < sequenceCount else { return nil }
            for state in 0..<states {
                let senone = reader.half(at: sequences + (sequence * states + state) * 2)
                guard senone < senoneCount else { return nil }
                owners[senone] = phone
            }
        }
        guard !owners.contains(-1) else { return nil }
        (phones, senonePhones) = (names, owners)
    }
}
