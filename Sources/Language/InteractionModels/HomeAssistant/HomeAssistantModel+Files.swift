extension HomeAssistantModel {
    /// Reads a checkout.
    /// - Parameters:
    ///   - path: The folder of the checkout, or the folder or a JSON file of the package `home-assistant-intents`.
    ///   - language: The language, such as `en`.
    ///   - withResponses: Whether the templates of responses are read too. Each hypothesis then has the parameter
    ///     ``responseParameter``.
    /// - Throws: ``InteractionModelError`` for a file that cannot be used at all. Parts that cannot be used are in
    ///   ``problems``.
    public init(contentsOf path: String, language: String = "en", withResponses: Bool = false)
        throws(InteractionModelError)
    {
        self = try HomeAssistantReader.read(path, language: language, withResponses: withResponses)
    }

    /// Returns the languages of a checkout, or of the package's folder, sorted.
    public static func languages(in folder: String) -> [String] {
        let checkout = InteractionModelFiles.folders(in: "\(folder)/sentences")
        guard checkout.isEmpty else { return checkout }
        let packaged = InteractionModelFiles.names(in: "\(folder)/data", extension: "json")
        let files = packaged.isEmpty ? InteractionModelFiles.names(in: folder, extension: "json") : packaged
        return files.map { String($0.dropLast(".json".count)) }
    }
}
