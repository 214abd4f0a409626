import Foundation

/// The settings of a device that a skill may ask for.
public struct DeviceSettings: Sendable, Equatable {
    /// The name of the time zone, such as `Europe/Berlin`.
    public var timeZone: String
    /// `CELSIUS` or `FAHRENHEIT`.
    var temperatureUnit: String
    /// `METRIC` or `IMPERIAL`.
    var distanceUnits: String

    /// The languages of the countries that measure in Fahrenheit and in miles.
    private static let imperial: Set<String> = ["en-US", "es-US"]

    /// Creates settings.
    /// - Parameters:
    ///   - timeZone: The name of the time zone; the machine's own one by default.
    ///   - language: A BCP 47 tag, which decides on the units.
    public init(timeZone: String = TimeZone.current.identifier, language: String = "en-US") {
        self.timeZone = timeZone
        let isImperial = Self.imperial.contains(language)
        temperatureUnit = isImperial ? "FAHRENHEIT" : "CELSIUS"
        distanceUnits = isImperial ? "IMPERIAL" : "METRIC"
    }

    /// Returns a setting by Alexa's name, such as `System.timeZone`; nil for other names.
    public func value(of name: String) -> String? {
        switch name {
        case "System.timeZone": timeZone
        case "System.temperatureUnit": temperatureUnit
        case "System.distanceUnits": distanceUnits
        default: nil
        }
    }
}
