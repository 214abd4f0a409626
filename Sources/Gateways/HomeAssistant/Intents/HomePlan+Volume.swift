import SaybusMessages

extension HomePlan {
    /// Plans a change of the volume.
    /// - Parameters:
    ///   - step: The change: `up`, `down`, or percent.
    ///   - targets: The players.
    static func volumeStep(_ step: Parameter.Value?, _ targets: HomeTargets) throws(HomeMismatch) -> HomePlan {
        guard let step, isKnown(step) else { return .converse }
        var demand = HomeDemand(domains: ["media_player"], features: 4)
        // Of several players, those that can be heard are meant.
        if !targets.isNamed, try targets.entities(demand).count > 1 { demand.state = "playing" }
        return calls(try targets.entities(demand)) { volumeCall(step, $0) }
    }

    private static func isKnown(_ step: Parameter.Value) -> Bool {
        if case .text(let text) = step { text == "up" || text == "down" } else { true }
    }

    private static func volumeCall(_ step: Parameter.Value, _ player: Home.Entity) -> Call {
        var isUp = step == .text("up")
        if case .number(let percent) = step {
            if let level = level(of: player) {
                let new = max(0, min(1, (level * 100 + percent).rounded() / 100))
                return Call(domain: "media_player", service: "volume_set", data: ["volume_level": .number(new)])
            }
            isUp = percent > 0
        }
        return Call(domain: "media_player", service: isUp ? "volume_up" : "volume_down")
    }

    /// Returns the volume of a player, 0…1; nil when it tells none, as while it is off.
    private static func level(of player: Home.Entity) -> Double? {
        switch player.attributes["volume_level"] {
        case .number(let level)?: level
        case .integer(let level)?: Double(level)
        default: nil
        }
    }
}
