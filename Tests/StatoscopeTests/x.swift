import XCTest
@testable import Statoscope
final class Child: Scope, ObservableObject {
  @Published var n = 0
  @Superscope var root: Root?
  enum When { case a, up }
  func update(_ when: When) throws { n += 1; if when == .up { root?.send(.x) } }
  deinit { print("child deinit") }
}
final class Root: Scope, ObservableObject {
  @Subscope var child = Child()
  @Subscope var other: Child?
  @Published var title = "t"
  enum When { case x, add }
  func update(_ when: When) throws { title += "!"; if when == .add { other = Child(); other!.send(.up); print("after up", title) } }
  deinit { print("root deinit", child.n) }
}
final class Chain: Scope { @Subscope var next: Chain?
  enum When { case x } 
  init(_ next: Chain?) { super.init(); self.next = next; }
  init(lazy next: Chain?) { _next = Subscope(wrappedValue: next) }
  func update(_ when: When) throws { } }
final class X: XCTestCase {
  func test() {
    let r = Root(); r.send(.add); print(r.title, r.other!.n)
    print("\(\Root.child.n)", "\(\Root.title)", "\(\Root.other?.n)")
    print(StateText(r).lines.joined(separator: "\n"))
  }
  func testDeep() {
    for lazy in [true, false] {
      let t = Thread { 
        let start = Date()
        var top: Chain? = Chain(nil)
        for _ in 0..<100_000 { top = lazy ? Chain(lazy: top) : Chain(top) }
        print("built", Date().timeIntervalSince(start))
        top!.send(.x)
        print("linked", Date().timeIntervalSince(start))
        top = nil
        print("released", lazy, Date().timeIntervalSince(start))
        top = Chain(nil)
        for _ in 0..<100_000 { top = lazy ? Chain(lazy: top) : Chain(top) }
        top = nil
        print("released untouched", lazy, Date().timeIntervalSince(start))
        done.signal()
      }
      t.stackSize = 512*1024
      t.start()
      done.wait()
    }
  }
}
let done = DispatchSemaphore(value: 0)
