import Metrics

/// The shop's own metrics, for whatever collects those of swift-metrics.
final class ShopCounters: Sendable {
  private let orders: Counter
  private let revenue: Counter
  private let sessions: Gauge

  /// - Parameter factory: collects the metrics; the system's unless a test has one of its own.
  init(factory: any MetricsFactory = MetricsSystem.factory) {
    orders = Counter(label: "shop_orders_total", factory: factory)
    revenue = Counter(label: "shop_revenue_cents_total", factory: factory)
    sessions = Gauge(label: "shop_sessions", factory: factory)
  }

  /// Counts what has happened to a checkout.
  func count(_ when: Checkout.When) {
    guard case .placed(.success(let order)) = when else { return }
    orders.increment()
    revenue.increment(by: order.total)
  }

  func sessions(_ count: Int) { sessions.record(count) }
}
