import SaybusSkills

/// A skill that limits the time of its answers itself.
protocol SelfTimedSkill: Skill {}
