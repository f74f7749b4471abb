"""Plays any game by pressing what its board offers; knows the marks of the contract, and no game.

What can be chosen has `data-choice`, whole turns have the test id `confirm` (`confirm-ask` asks
once more), and the table says how many lines have been played and whether a turn is on its way.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page

from spieltisch import games

LOOK = """
  const BOARD = '[data-testid=board] ';
  const all = selector => [...document.querySelectorAll(selector)];
  const chosen = one => one.getAttribute('aria-pressed') === 'true';
  const look = () => {
    const at = document.querySelector('[data-testid=table]');
    const ask = document.querySelector('[data-testid=ask]');
    return at && {
      over: !!document.querySelector('[data-testid=result]'),
      lines: Number(at.dataset.lines),
      busy: at.dataset.busy === 'true' || all('[data-testid=board][aria-busy=true]').length > 0,
      mine: ask?.dataset.mine === 'true',
      choices: all(BOARD + '[data-choice]').length,
      open: all(BOARD + '[data-choice]').filter(one => !chosen(one)).length,
      offers: all('[data-testid^=confirm]').length,
      begun: all('[data-testid=clear]').length > 0,
    };
  };
  const ready = s => s && !s.busy && (s.over || (s.mine && (s.open + s.offers > 0 || s.begun)));
  const until = async (found, most = 60000) => {
    for (const end = Date.now() + most; ;) {
      const s = look();
      if (found(s)) return s;
      if (Date.now() > end) throw new Error('waited in vain: ' + JSON.stringify(s));
      await new Promise(done => setTimeout(done, 5));
    }
  };
"""
READY = f"async () => {{ {LOOK} return until(ready); }}"
# After a turn: it has been played, and whether that was all or it is this seat's turn again.
PLAYED = f"""async lines => {{ {LOOK}
  return until(s => s && !s.busy && (s.over || s.lines !== lines || !s.mine));
}}"""
NEXT = f"""async lines => {{ {LOOK}
  return until(s => s && (s.over || (s.lines !== lines && ready(s))));
}}"""
# The middle of something to press; it must lie there and not under anything else.
# While others choose, the board is drawn anew, and what was counted may come a moment later.
PLACE = f"""async ({{ selector, at }}) => {{ {LOOK}
  const find = () => all(selector).filter(one => !chosen(one)).at(at);
  await until(find);
  const one = find();
  const middle = () => {{
    const {{ x, y, width, height }} = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }};
  let hit = document.elementFromPoint(...middle());
  const notice = hit?.closest('[data-testid=notice]'); // it has been read and is put away
  if (notice) {{
    notice.querySelector('button').click();
    await new Promise(done => setTimeout(done));
    hit = document.elementFromPoint(...middle());
  }}
  if (!one.contains(hit)) one.scrollIntoView({{ block: 'nearest', inline: 'nearest' }});
  hit = document.elementFromPoint(...middle());
  if (!one.contains(hit) && !hit?.closest('label, [role=button], button')?.isSameNode(one))
    throw new Error(one.outerHTML.slice(0, 200) + ' lies under ' + hit?.outerHTML.slice(0, 200));
  return middle();
}}"""
CHOICE = "[data-testid=board] [data-choice]"
OFFER = "[data-testid^=confirm]"
CLEAR = "[data-testid=clear]"

Press = Callable[[Page, str, int], None]


def fewest_bots(game: str) -> int:
    """So many that the table is as small as it may be with somebody else."""
    return max(1, games.cards()[game].players.start - 1)


def most_bots(game: str) -> int:
    """So many that the table is full: the more share a match, the fewer turns each of them has."""
    return games.cards()[game].players.stop - 2


def limits(game: str) -> dict[str, Any]:
    """Numbers among the options are limits; low ones make a match short."""
    return {o.name: 6 for o in games.cards()[game].options if o.kind == "number"}


def short(game: str) -> dict[str, Any]:
    """Options that make a match at a small table short: limits, and switches the other way."""
    switches = [o for o in games.cards()[game].options if o.kind == "switch"]
    return limits(game) | {o.name: not o.default for o in switches}


def open_table(
    page: Page, address: str, game: str, seats: list[dict[str, Any]], **more: Any
) -> str:
    """Opens a table as the page's own guest, starts it if nobody is missing, and goes there."""
    if not page.url.startswith(address):
        page.goto(f"{address}/settings")
    body = {"game": game, "seats": seats, "name": "Ada", **more}
    table: str = page.evaluate(
        """async ({ body, start }) => {
          const headers = { 'Content-Type': 'application/json' };
          const post = async (path, body) =>
            (await fetch(path, { method: 'POST', body: JSON.stringify(body), headers })).json();
          const table = await post('/api/tables', body);
          if (start) await post(`/api/tables/${table.id}/start`, { nonce: '5eed' });
          return table.id;
        }""",
        {"body": body, "start": all(seat["kind"] != "open" for seat in seats)},
    )
    page.goto(f"{address}/table/{table}")
    return table


def against_bots(page: Page, address: str, game: str, bots: int | None = None, **more: Any) -> str:
    count = fewest_bots(game) if bots is None else bots
    seats = [{"kind": "me"}, *({"kind": "bot", "level": "greedy"} for _ in range(count))]
    return open_table(page, address, game, seats, **more)


def wait_ready(page: Page) -> dict[str, Any]:
    """Until it is this page's turn, or the match is over."""
    state: dict[str, Any] = page.evaluate(READY)
    return state


def choices(page: Page) -> Locator:
    return page.locator(CHOICE)


def click(page: Page, selector: str, at: int) -> None:
    page.mouse.click(*page.evaluate(PLACE, {"selector": selector, "at": at}))


def tap(page: Page, selector: str, at: int) -> None:
    page.touchscreen.tap(*page.evaluate(PLACE, {"selector": selector, "at": at}))


def compose(page: Page, rng: random.Random, press: Press = click) -> dict[str, Any]:
    """Chooses until a whole turn is offered, and starts over when that leads nowhere."""
    left = patience = 12
    for _ in range(200):
        state = wait_ready(page)
        if state["offers"] and (rng.random() < 0.8 or not state["open"]):
            return state
        if state["begun"] and (left <= 0 or state["open"] == 0):
            press(page, CLEAR, 0)
            left = patience = patience - 2 if patience > 2 else 12  # few or many may lead nowhere
        else:
            press(page, CHOICE, rng.randrange(state["open"]))
            left -= 1
    raise AssertionError("so many choices and no whole turn")


def confirm(page: Page, rng: random.Random | None = None, press: Press = click) -> int:
    """Presses one of the whole turns on offer; how many lines there were before it."""
    state = wait_ready(page)
    at = rng.randrange(state["offers"]) if rng else 0
    asks = page.locator(OFFER).nth(at).get_attribute("data-testid") == "confirm-ask"
    press(page, OFFER, at)
    if asks:
        press(page, OFFER, 0)
    return int(state["lines"])


def play_turn(page: Page, rng: random.Random, press: Press = click) -> None:
    """Plays a turn and waits until it has been played."""
    compose(page, rng, press)
    page.evaluate(PLAYED, confirm(page, rng, press))


def play_on(page: Page, seed: int = 1, turns: int = 400, press: Press = click) -> int:
    """Plays until the match is over; the number of turns."""
    rng = random.Random(seed)
    state = wait_ready(page)
    for turn in range(turns):
        if state["over"]:
            return turn
        compose(page, rng, press)
        state = page.evaluate(NEXT, confirm(page, rng, press))
    raise AssertionError(f"not over after {turns} turns")


# Whether the focus is on something wanted, how many such things Tab reaches, and where they are.
FOCUS = f"""selector => {{ {LOOK}
  const wanted = all(selector).filter(one => !chosen(one) && one.tabIndex >= 0);
  const now = document.activeElement;
  const first = wanted[0];
  const fresh = !window.walked;
  window.walked = true;
  const after = now === document.body ? fresh // without focus the keys go on from where it was lost
    : !!first && !!(now.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING);
  return {{ on: wanted.includes(now), count: wanted.length, after }};
}}"""


def walk(page: Page, selector: str, at: int) -> None:
    """Presses something that only the Tab key has reached, with Enter or the space bar."""
    found = page.evaluate(FOCUS, selector)
    assert found["count"], f"the Tab key reaches none of {selector}"
    left = at % found["count"]
    back = not found["after"]
    for step in range(300):
        if found["on"] and left == 0:
            return page.keyboard.press("Space" if at % 2 else "Enter")
        left -= bool(found["on"])
        if left < 0 or step in (10, 40, 120):
            left, back = 0, not back  # past the last one, or on the wrong side: turn round
        page.keyboard.press("Shift+Tab" if back else "Tab")
        found = page.evaluate(FOCUS, selector)
    raise AssertionError(f"the Tab key does not lead to {selector}")


FOCUSED = f"""({{ selector, at }}) => {{ {LOOK}
  const one = all(selector).filter(one => !chosen(one)).at(at);
  one.focus();
  return one === document.activeElement;
}}"""


def enter(page: Page, selector: str, at: int) -> None:
    """Presses with a key what can have the focus; that Tab leads there is seen in `walk`."""
    assert page.evaluate(FOCUSED, {"selector": selector, "at": at})
    page.keyboard.press("Space" if at % 2 else "Enter")


ALSO = {"rules": {"target-size": {"enabled": True}}}  # of WCAG 2.2, and not yet axe's default


def violations(page: Page) -> list[str]:
    """What axe finds wrong with the page as it is, when it has been drawn."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found = Axe().run(page, options=ALSO).response["violations"]
    return [
        f"{v['id']}: {node['target']} {node['html'][:120]}" for v in found for node in v["nodes"]
    ]


def new_phone(browser: Browser) -> BrowserContext:
    """A phone in somebody's hand: German, dark, touched and not clicked."""
    return browser.new_context(
        locale="de-DE",
        reduced_motion="reduce",
        color_scheme="dark",
        viewport={"width": 360, "height": 640},
        has_touch=True,
        is_mobile=True,
    )
