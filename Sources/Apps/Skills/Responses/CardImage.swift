/// A picture in two sizes.
public struct CardImage: Codable, Sendable, Hashable {
    /// The address of the picture for small screens.
    public var smallImageUrl: String?
    /// The address of the picture for large screens.
    public var largeImageUrl: String?

    /// Creates a picture.
    public init(smallImageUrl: String? = nil, largeImageUrl: String? = nil) {
        (self.smallImageUrl, self.largeImageUrl) = (smallImageUrl, largeImageUrl)
    }
}
