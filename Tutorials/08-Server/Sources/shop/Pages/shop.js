"use strict";
const find = (selector) => document.querySelector(selector);
const money = (cents) => `€ ${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
const put = (element, text) => { if (element.textContent !== text) element.textContent = text; };
const stages = {
  form: "How would you like to pay?",
  authorising: "The bank is being asked…",
  placing: "Your order is being placed…",
  refused: "Your order could not be placed. Nothing was charged.",
};

function show(page) {
  const { stock, cart, total, checkout, orders } = page;
  for (const cell of document.querySelectorAll("[data-left]")) put(cell, String(stock[cell.dataset.left] ?? 0));
  for (const cell of document.querySelectorAll("[data-cart]")) put(cell, String(cart[cell.dataset.cart] ?? 0));
  for (const button of document.querySelectorAll("[data-less]"))
    button.disabled = Boolean(checkout) || !(cart[button.dataset.less] > 0);
  for (const button of document.querySelectorAll("[data-more]")) button.disabled = Boolean(checkout);
  put(find("#total"), money(total));
  find("#check-out").disabled = Object.keys(cart).length === 0;
  const opened = find("#checkout").hidden && checkout, closed = !find("#checkout").hidden && !checkout;
  find("#open").hidden = Boolean(checkout);
  find("#checkout").hidden = !checkout;
  if (checkout) {
    put(find("#stage"), stages[checkout.stage]);
    put(find("#refusal"), checkout.problem ?? "");
    put(find("#amount"), money(checkout.total));
    find("#card").disabled = find("#pay-now").disabled = checkout.stage !== "form";
  } else {
    find("#card").value = "";
  }
  // The focus goes where the next step is, unless it is somewhere else already.
  const inCart = find("#cart").contains(document.activeElement) || document.activeElement === document.body;
  if (opened && inCart) find("#card").focus();
  if (closed && inCart) find("#cart").focus();
  const list = find("#orders");
  const lines = orders.map(({ id, total, quantities }) =>
    [id, `: ${Object.values(quantities).reduce((sum, count) => sum + count, 0)} for ${money(total)}`]);
  if (list.childElementCount !== lines.length)
    list.replaceChildren(...lines.map(([id, rest]) => {
      const item = document.createElement("li"), code = document.createElement("code");
      code.textContent = id;
      item.append(code, rest);
      return item;
    }));
}

const events = new EventSource("/events");
events.onopen = () => put(find("#link"), "");
events.onmessage = (event) => show(JSON.parse(event.data));
events.onerror = () => put(find("#link"), events.readyState === EventSource.CLOSED
  ? "This visit has ended. Load the page again to begin another one."
  : "The shop is not there right now. Trying again…");

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.getAttribute("action") === "/leave") return events.close();
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    // A limit may have cut the request off, with no more than a status.
    const text = () => answer.json().then(({ error }) => error, () => `The shop refuses that (${answer.status}).`);
    put(find("#problem"), answer.ok ? "" : await text());
  } catch {
    put(find("#problem"), "The shop did not answer. Look at the cart and at your orders before you try again.");
  }
});
