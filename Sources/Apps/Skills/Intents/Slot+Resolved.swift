extension Resolutions {
    /// The values that the first source found that found any; empty when none did.
    ///
    /// The first that matches counts, as in Amazon's own readers.
    public var matches: [Value] {
        resolutionsPerAuthority?.first { $0.status.code == .match && $0.values?.isEmpty == false }?.values?
            .map(\.value) ?? []
    }
}

extension Slot {
    /// The value of the model that was meant, the likeliest one; nil when none was, and for slots of built-in types.
    public var resolvedValue: Resolutions.Value? { resolutions?.matches.first }

    /// Whether the words are those of several values, so that the user should be asked which one.
    public var isAmbiguous: Bool { (resolutions?.matches.count ?? 0) > 1 }
}
