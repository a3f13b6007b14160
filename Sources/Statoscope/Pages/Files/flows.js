// The page of flow tests: filters scenarios, and opens what is looked for.

const openers = all("article > details, .branch");

const openAll = byId("open-all");
openAll.addEventListener("click", () => {
  const isOpen = openAll.getAttribute("aria-pressed") !== "true";
  openAll.setAttribute("aria-pressed", isOpen);
  openAll.textContent = isOpen ? "Close all" : "Open all";
  for (const opener of openers) opener.open = isOpen;
});

const fits = (value, wanted) => wanted === "" || wanted === value;

filterItems(all(".scenario"), "scenario", ({ dataset }) => {
  return fits(dataset.scope, byId("scope").value)
    && fits(dataset.result, document.querySelector("input[name=result]:checked").value)
    && !(byId("unchecked").checked && dataset.unchecked === "0");
}, () => {
  for (const events of all(".events")) events.hidden = !fits(events.dataset.scope, byId("scope").value);
  const isEmpty = (section) => !section.querySelector("[data-scope]:not([hidden])");
  for (const section of all("section:has([data-scope])")) section.hidden = isEmpty(section);
});

followAddress(all("article"), (article) => {
  article.querySelector("details").open = true;
  article.hidden = false;
  article.closest("section").hidden = false;
  article.scrollIntoView();
});
