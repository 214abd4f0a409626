import SaybusMessages

/// Messages of a remote app, for tests.
protocol RemoteAppMessages {}

extension RemoteAppMessages {
    var dice: Source { Source(role: .app, instance: "dice")! }

    func header(_ kind: Kind, from source: Source, run: UInt32 = 1, causes: [MessageID] = []) -> Header {
        Header(kind: kind, session: .default, source: source, run: run, sequence: 0, causes: causes)
    }

    func catalog(_ app: String, _ types: [String], from source: Source) -> Message<Catalog> {
        Message(
            header: header(Catalog.kind, from: source),
            body: Catalog(app: app, commands: types.map { .init(type: $0, patterns: [$0]) }))
    }
}
