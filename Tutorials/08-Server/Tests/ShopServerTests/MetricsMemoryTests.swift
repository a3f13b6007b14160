import Metrics
import ShopServer
import Testing

@Suite struct MetricsMemoryTests {
  @Test func `metrics have the format of Prometheus`() {
    let memory = MetricsMemory()
    Counter(label: "orders.total", factory: memory).increment(by: 2)
    Counter(label: "orders.total", factory: memory).increment()
    Gauge(label: "sessions", dimensions: [("node", "1")], factory: memory).record(7)
    Timer(label: "wait", dimensions: [("path", "/")], factory: memory).recordNanoseconds(1_500_000_000)
    #expect(
      memory.text == """
        orders_total 3.0
        sessions{node="1"} 7.0
        wait_seconds_sum{path="/"} 1.5
        wait_seconds_count{path="/"} 1

        """
    )
  }
}
