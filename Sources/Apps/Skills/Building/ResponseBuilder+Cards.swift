/// Methods that set the response's card. Each call replaces the card of an earlier call.
extension ResponseBuilder {
    /// Sets a card with a title and text.
    @discardableResult
    public func withSimpleCard(_ title: String, _ content: String) -> ResponseBuilder {
        change { $0.card = .simple(title: title, content: content) }
    }

    /// Sets a card with a title, text and a picture.
    @discardableResult
    public func withStandardCard(
        _ title: String, _ text: String, smallImageUrl: String? = nil, largeImageUrl: String? = nil
    ) -> ResponseBuilder {
        let hasImage = smallImageUrl != nil || largeImageUrl != nil
        let image = hasImage ? CardImage(smallImageUrl: smallImageUrl, largeImageUrl: largeImageUrl) : nil
        return change { $0.card = .standard(title: title, text: text, image: image) }
    }

    /// Sets a card that asks the user to link an account.
    @discardableResult
    public func withLinkAccountCard() -> ResponseBuilder {
        change { $0.card = .linkAccount }
    }

    /// Sets a card that asks the user to grant permissions.
    @discardableResult
    public func withAskForPermissionsConsentCard(_ permissions: [String]) -> ResponseBuilder {
        change { $0.card = .askForPermissionsConsent(permissions: permissions) }
    }
}
