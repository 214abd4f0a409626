/// The name of ``AttributesManager`` in the article on which this module is based; see `Seed.md`.
public typealias AttributeManager = AttributesManager

extension RequestEnvelope {
    /// The user's intent.
    public typealias Intent = SaybusSkills.Intent
    /// A request to a skill.
    public typealias Request = SaybusSkills.Request
}
