/// Builders of skills.
public enum SkillBuilders {
    /// A builder of a skill that answers nothing yet.
    public static func custom() -> SkillBuilder { SkillBuilder() }

    /// A builder of a skill that keeps persistent attributes in an SQLite file.
    ///
    /// Throws ``SkillError`` when the file cannot be used.
    public static func standard(
        attributesFile: String, partitionKeyGenerator: PartitionKeyGenerator = .userId
    ) throws -> SkillBuilder {
        custom().withPersistenceAdapter(
            try SQLitePersistenceAdapter(path: attributesFile, partitionKeyGenerator: partitionKeyGenerator))
    }
}
