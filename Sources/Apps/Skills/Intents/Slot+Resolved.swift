extension Resolutions {
    /// The values of the first authority that found any; empty when none did.
    ///
    /// Amazon's own libraries also take the first authority that matches.
    public var matches: [Value] {
        resolutionsPerAuthority?.first { $0.status.code == .match && $0.values?.isEmpty == false }?.values?
            .map(\.value) ?? []
    }
}

extension Slot {
    /// The most likely value of the model; nil when none matched, and for slots of built-in types.
    public var resolvedValue: Resolutions.Value? { resolutions?.matches.first }

    /// Whether the words match several values, so that the user should be asked which one.
    public var isAmbiguous: Bool { (resolutions?.matches.count ?? 0) > 1 }
}
