/// Names of the article that skills here go back to; see `Seed.md`.
public typealias AttributeManager = AttributesManager

extension RequestEnvelope {
    /// What the user wants.
    public typealias Intent = SaybusSkills.Intent
    /// What a skill is asked, or told.
    public typealias Request = SaybusSkills.Request
}
