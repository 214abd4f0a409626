/// A card of a skill, or a directive for a screen, for pages and apps that can show it.
public struct CardShown: BusMessage {
    /// `card.shown`
    public static let kind: Kind = "card.shown"

    /// The name of the app that sent the card.
    public var app: String
    /// The card's type, such as `Simple`, `Standard` or `LinkAccount`, or the directive's, such as
    /// `Alexa.Presentation.APL.RenderDocument`.
    public var type: String
    /// The title; absent when it has none.
    public var title: String?
    /// The text, in which a line break is a line feed; absent when it has none.
    public var text: String?
    /// The address of a picture for small screens; absent when it has none.
    public var image: String?
    /// The address of a picture for large screens; absent when it has none.
    public var largeImage: String?
    /// The whole card or directive in JSON, if it has more than the other fields say.
    public var json: String?

    /// Creates a card.
    public init(
        app: String, type: String, title: String? = nil, text: String? = nil, image: String? = nil,
        largeImage: String? = nil, json: String? = nil
    ) {
        (self.app, self.type, self.title, self.text) = (app, type, title, text)
        (self.image, self.largeImage, self.json) = (image, largeImage, json)
    }

    /// The schema of the body, which `saybus schema card.shown` prints.
    public static let schema = Schema.object(
        "A card of a skill, or a directive for a screen. No stage shows it; pages and apps may.",
        [
            .required("app", .string, "The app's name."),
            .required("type", .string, "The card's type, such as Simple, or the directive's."),
            .optional("title", .string, "The title."),
            .optional("text", .string, "The text, in which a line break is a line feed."),
            .optional("image", .string, "The address of a picture for small screens."),
            .optional("largeImage", .string, "The address of a picture for large screens."),
            .optional(
                "json", .string, "The whole card or directive in JSON, if the other fields do not say all of it."),
        ])
    /// A card with every field, a directive, and the shortest one.
    public static let examples = [
        CardShown(
            app: "pet-match", type: "Standard", title: "Your pet", text: "A small dog.\nIt likes to run.",
            image: "https://example.org/dog-small.png", largeImage: "https://example.org/dog.png",
            json: #"{"type":"Standard"}"#),
        CardShown(app: "pet-match", type: "Hint", json: #"{"hint":{"text":"a cat","type":"PlainText"},"type":"Hint"}"#),
        CardShown(app: "pet-match", type: "LinkAccount"),
    ]
}
