// swift-tools-version: 6.1
import PackageDescription

// A package outside of Saybus: an app in Swift, and its test. It depends on Saybus by path; another package would write
//
//     .package(url: "https://…/saybus", from: "0.1.0")
//
// `transit` stands for any other dependency: it has a target named `Bus`, which must not collide with the modules of
// Saybus.
let package = Package(
    name: "greeter",
    dependencies: [
        .package(name: "saybus", path: "../../.."),
        .package(path: "transit"),
    ],
    targets: [
        .executableTarget(
            name: "greeter",
            dependencies: [
                .product(name: "SaybusConversation", package: "saybus"), .product(name: "Transit", package: "transit"),
            ], path: "Sources/Greeter"),
        .testTarget(
            name: "GreeterTests",
            dependencies: [
                "greeter", .product(name: "Saybus", package: "saybus"),
                .product(name: "SaybusTesting", package: "saybus"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
