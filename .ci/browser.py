"""A browser without a window, for .ci/pages and .ci/server-pages: what a person does with a page, and what is expected.

A page fails on a missing element, a condition that is false, an error of a script, a warning of the browser, or a
request for anything but the page itself.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

SCRIPT = os.path.abspath(sys.argv[0])
os.chdir(os.path.dirname(os.path.dirname(SCRIPT)))
TOOLS = ".build/tools/bin/python"
if not os.path.realpath(sys.prefix).endswith("/.build/tools"):
  subprocess.run([".ci/tools", "python", "browser"], check=True)
  os.execv(TOOLS, [TOOLS, SCRIPT, *sys.argv[1:]])

from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

FOLDER = tempfile.mkdtemp()
# Pictures for people, of `--look`.
PICTURES = ".build/pages" if "--look" in sys.argv else None

# What conditions are written with. The contrast is that of two colors as the browser has them; black on white has 21.
HELPERS = r"""
  const $ = (selector) => document.querySelector(selector);
  const $$ = (selector) => [...document.querySelectorAll(selector)];
  const text = (selector) => $(selector).textContent, style = (selector) => getComputedStyle($(selector));
  const isSeen = (selector) => $(selector).checkVisibility(), area = (selector) => $(selector).getBoundingClientRect();
  // True, or the names of those that are not.
  const areAll = (conditions) => {
    const wrong = Object.keys(conditions).filter((name) => conditions[name] !== true);
    return wrong.length === 0 || wrong.join();
  };
  const areThere = (...selectors) => areAll(Object.fromEntries(selectors.map((x) => [x, $(x) !== null])));
  const light = (color) => color.match(/[0-9.]+/g).slice(0, 3).map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
"""

complaints = []


def complain(text):
  complaints.append(text)


def finish(success):
  """Ends the script with what was found."""
  for complaint in complaints:
    print("pages:", complaint, file=sys.stderr)
  if complaints:
    sys.exit(1)
  print("pages:", success)


def read(path):
  with open(path, encoding="utf-8") as file:
    return file.read()


class Browser:
  """A browser and the page that it shows."""

  def __init__(self, helpers=""):
    self.helpers = HELPERS + helpers
    options = webdriver.ChromeOptions()
    arguments = "headless=new no-sandbox disable-gpu disable-dev-shm-usage hide-scrollbars window-size=1280,1000"
    for argument in arguments.split():
      options.add_argument("--" + argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    # Debian's packages bring both; elsewhere Selenium finds Chrome and fetches the driver of its version.
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if browser and driver:
      options.binary_location = browser
    self.driver = webdriver.Chrome(options, webdriver.ChromeService(driver if browser else None))
    self.page = ""

  # -- what a person does

  def open(self, page, fragment=""):
    self.page = page
    for log in ["browser", "performance"]:
      self.driver.get_log(log)  # What was noted before belongs to another page.
    if not os.path.isfile(page):
      return self.complain("there is no such page")
    self.driver.get("file://" + page + fragment)
    self.resize(1280, 1000)

  def use(self, selector, action):
    try:
      return action(self.driver.find_element(By.CSS_SELECTOR, selector))
    except NoSuchElementException:
      self.complain(f"there is no {selector}")
    except WebDriverException as error:
      self.complain(f"{selector} cannot be used: {error.msg}")

  def click(self, selector):
    self.use(selector, lambda element: element.click())

  def type(self, text):
    """Types a text into what has the focus."""
    ActionChains(self.driver, duration=0).send_keys(text).perform()

  def press(self, keys):
    for key in keys.split():
      key = getattr(Keys, key, key)
      ActionChains(self.driver, duration=0).key_down(key).key_up(key).perform()

  def focus(self, selector):
    self.expect(f"there is {selector} for the focus", f"$('{selector}') !== null")
    self.run(f"$('{selector}').focus();")

  def enter(self, selector):
    """Presses the Enter key on an element."""
    self.focus(selector)
    self.press("ENTER")

  def resize(self, width, height, mobile=False):
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
    self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

  def show(self, scheme, media="screen"):
    """Shows the page by day or by night, on a screen or on paper."""
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})

  def look(self, name):
    """Leaves a picture for people."""
    if PICTURES:
      os.makedirs(PICTURES, exist_ok=True)
      self.driver.save_screenshot(f"{PICTURES}/{name}.png")

  def perform(self, script):
    """Performs the lines of a script: an action, as `click SELECTOR`, or what is expected, as `WHAT: CONDITION`, at
    once or `soon WHAT: CONDITION`."""
    for line in filter(None, map(str.strip, script.splitlines())):
      verb, _, argument = line.partition(" ")
      if verb in ["click", "enter", "focus", "press", "type", "look", "run"]:
        getattr(self, verb)(argument)
      elif verb == "soon":
        self.expect_soon(*argument.split(": ", 1))
      else:
        self.expect(*line.split(": ", 1))

  # -- what is expected

  def complain(self, text):
    complain(f"{os.path.basename(self.page)}: {text}")

  def run(self, script):
    """What the body of a JavaScript function returns."""
    try:
      return self.driver.execute_script(self.helpers + script)
    except WebDriverException as error:
      return error.msg

  def expect(self, what, condition):
    if (found := self.run(f"return ({condition});")) is not True:
      self.complain(f"condition failed: {what} ({condition} is {found})")

  def expect_soon(self, what, condition):
    """Waits for a condition, which is evaluated again whenever the page changes."""
    script = f"""const done = arguments[0];
      const look = () => {{ if ({condition}) {{ changes.disconnect(); done(true); }} }};
      const changes = new MutationObserver(look);
      changes.observe(document, {{ subtree: true, childList: true, characterData: true, attributes: true }});
      document.addEventListener('focusin', look);
      look();"""
    try:
      self.driver.execute_async_script(self.helpers + script)
    except WebDriverException as error:
      self.complain(f"condition was not met in time: {what} ({condition}): {error.msg}")

  def named(self, *selectors):
    """Fails unless a screen reader has a name for each of these elements, and a role."""
    for selector in selectors:
      parts = self.use(selector, lambda element: {"label": element.accessible_name, "role": element.aria_role})
      for part, value in (parts or {}).items():
        if value in ("", "generic"):
          self.complain(f"{selector} has no {part} for a screen reader")

  def expect_no_errors(self):
    for entry in self.driver.get_log("browser"):
      self.complain(f"the browser reports: {entry['message']}")

  def close(self):
    """Fails when the page had an error, or requested anything but itself."""
    self.expect_no_errors()
    requests = set()
    for entry in self.driver.get_log("performance"):
      is_request = "Network.requestWillBeSent" in entry["message"]
      for url in re.findall('"url":"([^"]+)"', entry["message"]):
        if is_request or re.match("(https?|wss?|ftp|blob):", url):
          requests.add(url)
    for url in sorted(requests):
      if not url.startswith(("file://" + self.page, "data:")):
        self.complain(f"it requests something besides itself: {url}")
