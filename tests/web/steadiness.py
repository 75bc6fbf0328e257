"""Whether a table stands still: whatever happens or is said there, the board and the controls are where they were."""

from web.visitors import Visitor

SHIFTS = """
window.shifts = [];
const rest = {};
function look() {
  const board = document.querySelector(".stage > svg");
  if (!board || document.querySelector("button:active")) return; // which gives way under a finger
  const size = `${innerWidth} ${innerHeight}`;
  if (rest.size !== size) Object.keys(rest).forEach((name) => void delete rest[name]);
  rest.size = size;
  const parts = { board: [board], signs: document.querySelectorAll(".quick > button") };
  for (const name of [".turnline", ".own", ".others", ".do"]) parts[name] = document.querySelectorAll(name);
  for (const [name, found] of Object.entries(parts)) {
    const boxes = [...found].map((part) => part.getBoundingClientRect());
    const places = boxes.map((box) => [box.x, box.y, name === "board" ? [box.width, box.height] : 0].flat());
    const now = JSON.stringify(places.map((place) => place.map(Math.round)));
    if (!found.length) continue;
    if (rest[name] !== undefined && rest[name] !== now) window.shifts.push(`${name}: ${rest[name]} -> ${now}`);
    rest[name] = now;
  }
}
new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
"""


def watch(visitor: Visitor) -> None:
    """From the next page on, as long as the window is as it was."""
    visitor.run_first(SHIFTS)


def shifts(visitor: Visitor) -> list[str]:
    return [f"{visitor.page.viewport_size['width']}: {shift}" for shift in visitor.page.evaluate("window.shifts")]


def bother(visitor: Visitor) -> None:
    """All that is said while one thinks."""
    page = visitor.page
    page.bring_to_front()
    page.locator(".line .more").click()
    page.locator(".notice").wait_for()
    page.evaluate(
        """() => [...document.querySelectorAll(".stage .layer-board .item")].slice(0, 8).forEach((item) =>
          item.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: 1, clientY: 1 })))"""
    )
    page.locator(".quick button[aria-label=Hint]").click()
    for name in ("Why there?", "Show the move"):
        page.get_by_role("button", name=name).click()
    page.get_by_role("button", name="Play it").wait_for()
    page.locator(".thought .shut").click()
    visitor.turn_to("rest")
    page.locator(".toggle").first.click()
    page.locator(".toggle").first.click()
    visitor.turn_to("moves")
    if page.locator(".tabs .shut").is_visible():
        page.locator(".tabs .shut").click()
