import SaybusConversation

/// The controller of the products.
@ConversationActor
public final class ProductController: ProductTopicEventHandler {
    /// The topic that reads lists.
    public weak var listTopic: ProductListTopic?
    private let products: [String]
    private var current = 0

    /// Creates a controller of these products.
    public init(products: [String] = ["Apples", "Waffles", "Pancakes", "Toast", "Bananas"]) { self.products = products }

    /// Reads all products.
    public func handlePlay() { listTopic?.speakProductTitles(products) }

    /// Reads the previous product.
    public func handlePrevious() { go(to: current - 1) }

    /// Reads the next product.
    public func handleNext() { go(to: current + 1) }

    /// Reads the product that the user named by name or number.
    public func handleSelect(command: Command) {
        if let name = command.parameters[SelectCommandRecognizer.parameterItemName]?.text,
            let index = products.firstIndex(where: { $0.lowercased() == name.lowercased() })
        {
            go(to: index)
        } else if let number = command.parameters[SelectCommandRecognizer.parameterItemNumber]?.integer {
            go(to: number - 1)
        }
    }

    /// Reads the products that match the query.
    public func handleSearch(command: Command) {
        guard let query = command.parameters[SearchCommandRecognizer.parameterQuery]?.text.map({ $0.lowercased() })
        else {
            listTopic?.speakProductTitles(products)
            return
        }
        // "breakfast" finds every breakfast product; other queries find the products whose names contain the
        // words.
        let found =
            query == "breakfast"
            ? ["Waffles", "Pancakes", "Toast"] : products.filter { $0.lowercased().contains(query) }
        listTopic?.speakProductTitles(found.isEmpty ? ["nothing"] : found)
    }

    private func go(to index: Int) {
        current = min(max(index, 0), products.count - 1)
        listTopic?.speakProductTitles([products[current]])
    }
}
