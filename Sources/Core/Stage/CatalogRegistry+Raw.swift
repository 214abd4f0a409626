import SaybusBus
import SaybusMessages

extension CatalogRegistry {
    /// Takes note of a catalog or a status; leaves other messages alone.
    /// - Returns: Whether anything changed.
    public mutating func note(_ message: RawMessage, from bus: Bus) -> Bool {
        switch message.header.kind {
        case Catalog.kind: bus.read(message, as: Catalog.self).map { note($0) } ?? false
        case StageStatus.kind: bus.read(message, as: StageStatus.self).map { note($0.body) } ?? false
        default: false
        }
    }
}
