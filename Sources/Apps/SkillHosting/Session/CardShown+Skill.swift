import SaybusMessages
import SaybusSkills

extension CardShown {
    /// Creates the message for a skill's card.
    init(_ card: Card, app: String) {
        switch card {
        case .simple(let title, let content): self.init(app: app, type: "Simple", title: title, text: content)
        case .standard(let title, let text, let image):
            self.init(
                app: app, type: "Standard", title: title, text: text, image: image?.smallImageUrl,
                largeImage: image?.largeImageUrl)
        case .linkAccount: self.init(app: app, type: "LinkAccount")
        case .askForPermissionsConsent:
            self.init(app: app, type: "AskForPermissionsConsent", json: try? JSONValue(card).text())
        case .unknown(let object): self.init(object, app: app)
        }
        title = title?.isEmpty == true ? nil : title
        text = text?.isEmpty == true ? nil : text
    }

    /// Creates the message for a directive, or for a card of an unknown type.
    init(_ object: RawObject, app: String) {
        self.init(app: app, type: object.type, json: try? JSONValue(object).text())
    }
}
