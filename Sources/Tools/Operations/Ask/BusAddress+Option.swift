import SaybusBus

extension BusAddress {
    /// The option that chooses this bus, with a blank before it; empty for the one that is chosen without an option.
    var option: String { (try? Self.chosen(nil)) == self ? "" : " --bus \(self)" }
}
