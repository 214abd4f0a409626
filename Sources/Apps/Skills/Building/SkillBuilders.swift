/// The entry to builders of skills, as in Alexa's SDK.
public enum SkillBuilders {
    /// Returns a builder of a skill without handlers.
    public static func custom() -> SkillBuilder { SkillBuilder() }

    /// Returns a builder of a skill that stores persistent attributes in an SQLite file.
    ///
    /// - Throws: ``SkillError`` when the file cannot be used.
    public static func standard(
        attributesFile: String, partitionKeyGenerator: PartitionKeyGenerator = .userId
    ) throws -> SkillBuilder {
        custom().withPersistenceAdapter(
            try SQLitePersistenceAdapter(path: attributesFile, partitionKeyGenerator: partitionKeyGenerator))
    }
}
