import SaybusBus
import SaybusMessages

extension CatalogRegistry {
    /// Updates the registry with a catalog or a status. Any other message only lets catalogs in that have waited
    /// because their publisher changed them too fast, and drops those that were kept for a successor.
    /// - Returns: Whether anything changed.
    public mutating func update(_ message: RawMessage, from bus: Bus) -> Bool {
        switch message.header.kind {
        case Catalog.kind: bus.read(message, as: Catalog.self).map { update($0) } ?? false
        case StageStatus.kind: bus.read(message, as: StageStatus.self).map { update($0.body) } ?? false
        default: advance(to: .now)
        }
    }
}
