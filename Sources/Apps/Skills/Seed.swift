/// The attributes manager by the name of the article behind this module; see `Seed.md`.
public typealias AttributeManager = AttributesManager

extension RequestEnvelope {
    /// The user's intent.
    public typealias Intent = SaybusSkills.Intent
    /// A request to a skill.
    public typealias Request = SaybusSkills.Request
}
