import Metrics
import ShopServer
import Testing

@Suite struct MetricsMemoryTests {
  @Test func `metrics have the text format of Prometheus`() {
    let memory = MetricsMemory()
    Counter(label: "orders.total", factory: memory).increment(by: 2)
    Counter(label: "orders.total", factory: memory).increment()
    Gauge(label: "sessions", dimensions: [("node.name", "a \"b\" \\ \n")], factory: memory).record(7)
    Gauge(label: "sessions", factory: memory).record(8)
    Timer(label: "wait", dimensions: [("path", "/")], factory: memory).recordNanoseconds(1_500_000_000)
    Recorder(label: "2. größe", factory: memory).record(4)
    #expect(
      memory.text == #"""
        # TYPE _2__gr__e summary
        _2__gr__e_sum 4.0
        _2__gr__e_count 1
        # TYPE orders_total counter
        orders_total 3.0
        # TYPE sessions gauge
        sessions 8.0
        sessions{node_name="a \"b\" \\ \n"} 7.0
        # TYPE wait_seconds summary
        wait_seconds_sum{path="/"} 1.5
        wait_seconds_count{path="/"} 1

        """#
    )
  }

  @Test func `a meter falls as it has risen`() {
    let memory = MetricsMemory()
    let meter = Meter(label: "active", factory: memory)
    for _ in 0..<3 { meter.increment() }
    meter.decrement(by: 2)
    #expect(memory.text.hasSuffix("active 1.0\n"))
    meter.set(5)
    #expect(memory.text.hasSuffix("active 5.0\n"))
  }
}
