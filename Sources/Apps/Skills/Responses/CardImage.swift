/// A picture in two sizes.
public struct CardImage: Codable, Sendable, Hashable {
    /// For small screens.
    public var smallImageUrl: String?
    /// For large screens.
    public var largeImageUrl: String?

    /// A picture.
    public init(smallImageUrl: String? = nil, largeImageUrl: String? = nil) {
        (self.smallImageUrl, self.largeImageUrl) = (smallImageUrl, largeImageUrl)
    }
}
