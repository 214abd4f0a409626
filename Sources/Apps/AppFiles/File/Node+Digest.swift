import SaybusSupport
import Yams

extension Node {
    /// The hash of the node's content in hexadecimal digits. Comments, the style of texts and the order of keys make no
    /// difference.
    var digest: String {
        var hash = FNV1a()
        mix(into: &hash)
        return String(hash.value, radix: 16)
    }

    /// Mixes the content in, so that no two contents lead to the same bytes: no text has a NUL.
    private func mix(into hash: inout FNV1a) {
        switch self {
        case .scalar(let scalar):
            hash.mix(scalar.string.utf8)
            hash.mix(0)
        case .sequence(let nodes):
            hash.mix("[\(nodes.count)\0".utf8)
            for node in nodes { node.mix(into: &hash) }
        case .mapping(let mapping):
            hash.mix("{\(mapping.count)\0".utf8)
            for (key, value) in mapping.sorted(by: { ($0.key.string ?? "") < ($1.key.string ?? "") }) {
                key.mix(into: &hash)
                value.mix(into: &hash)
            }
        case .alias: hash.mix("*\0".utf8)
        }
    }
}
