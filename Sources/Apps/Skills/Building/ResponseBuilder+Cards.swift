/// Cards; the last one counts.
extension ResponseBuilder {
    /// A card with a title and words.
    @discardableResult
    public func withSimpleCard(_ title: String, _ content: String) -> ResponseBuilder {
        change { $0.card = .simple(title: title, content: content) }
    }

    /// A card with a title, words and a picture.
    @discardableResult
    public func withStandardCard(
        _ title: String, _ text: String, smallImageUrl: String? = nil, largeImageUrl: String? = nil
    ) -> ResponseBuilder {
        let hasImage = smallImageUrl != nil || largeImageUrl != nil
        let image = hasImage ? CardImage(smallImageUrl: smallImageUrl, largeImageUrl: largeImageUrl) : nil
        return change { $0.card = .standard(title: title, text: text, image: image) }
    }

    /// A card that asks the user to link an account.
    @discardableResult
    public func withLinkAccountCard() -> ResponseBuilder {
        change { $0.card = .linkAccount }
    }

    /// A card that asks the user to consent to something.
    @discardableResult
    public func withAskForPermissionsConsentCard(_ permissions: [String]) -> ResponseBuilder {
        change { $0.card = .askForPermissionsConsent(permissions: permissions) }
    }
}
