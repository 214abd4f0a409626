// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "transit",
    products: [.library(name: "Transit", targets: ["Bus"])],
    targets: [.target(name: "Bus")]
)
