import SaybusFuzzing

extension FuzzCampaign.Result {
    /// Returns the figures with their goals.
    /// - Parameter target: The decoder, for the names.
    public func figures(of target: FuzzTarget) -> [Figure] {
        let name = target.rawValue
        return [
            Figure("\(name): inputs", Double(accepted + refused + violations.count), "inputs"),
            Figure("\(name): inputs accepted", Double(accepted), "inputs"),
            Figure("\(name): rate", rate, "inputs/s"),
            Figure("\(name): memory's growth", growth, "MiB", goal: .atMost(64)),
            Figure("\(name): violations", Double(violations.count), "", goal: .atMost(0)),
        ]
    }
}
