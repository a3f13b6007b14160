import Metrics
import ShopDomain
import Statoscope
import Synchronization

/// The shop's own metrics, for whatever collects those of swift-metrics.
package final class ShopCounters: Sendable {
  private let orders: Counter
  private let revenue: Counter
  private let refusals: Counter
  private let declined: Counter
  private let sessions: Gauge
  private let openStreams: Gauge
  private let streamCount = Atomic(0)

  /// - Parameter factory: collects the metrics; the system's unless a test has one of its own.
  package init(factory: any MetricsFactory = MetricsSystem.factory) {
    orders = Counter(label: "shop_orders_total", factory: factory)
    revenue = Counter(label: "shop_revenue_cents_total", factory: factory)
    refusals = Counter(label: "shop_orders_refused_total", factory: factory)
    declined = Counter(label: "shop_payments_failed_total", factory: factory)
    sessions = Gauge(label: "shop_sessions", factory: factory)
    openStreams = Gauge(label: "shop_streams", factory: factory)
  }

  /// Counts what has happened to a checkout.
  func count(_ when: Checkout.When) {
    switch when {
    case .placed(.success(let order)):
      orders.increment()
      revenue.increment(by: order.total)
    case .placed(.failure): refusals.increment()
    case .authorised(.failure): declined.increment()
    default: break
    }
  }

  func sessions(_ count: Int) { sessions.record(count) }

  /// Notes that a session has another number of open windows.
  func streams(_ old: Int, to new: Int) {
    openStreams.record(streamCount.add(new - old, ordering: .relaxed).newValue)
  }
}
