import SaybusHelloSkill
import SaybusSkillHosting
import SaybusSkills

/// The hello skill as a program. `Sources/Examples/HelloSkill/en-US.json` is its interaction model.
@main
struct HelloProgram: SkillApp {
    static let name = "hello-world"
    static let abstract = "Says hello."
    static var skill: any Skill { HelloSkill.make() }
}
