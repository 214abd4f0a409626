import SaybusMessages

/// Creates a catalog of commands with their patterns.
func makeCatalog(_ commands: KeyValuePairs<String, [String]>, app: String = "app") -> Catalog {
    Catalog(app: app, commands: commands.map { .init(type: $0.key, patterns: $0.value) })
}
