"""What must survive at a table: reloads, losses, other people at this device and elsewhere."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, WebSocket, WebSocketRoute, expect

import spieltisch
from spieltisch import games
from spieltisch.tables import patches
from tests.web.boards import GAMES
from tests.web.driver import (
    PLAYED,
    against_bots,
    choices,
    click,
    compose,
    confirm,
    fewest_bots,
    open_table,
    play_turn,
    violations,
    wait_ready,
)

pytestmark = pytest.mark.timeout(600)

SOCKET = re.compile(r"/api/tables/.*/socket$")
PERSON: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce"}
BOARD = "[data-testid=board]"


def others(game: str) -> list[dict[str, Any]]:
    """Bots for the seats beyond two that a game cannot do without."""
    return [{"kind": "bot", "level": "greedy"}] * (fewest_bots(game) - 1)


def _begin(page: Page, begun: str) -> bool:
    """Chooses something that only begins a turn."""
    for at in range(choices(page).count()):
        click(page, f"{BOARD} [data-choice]", at)
        wait_ready(page)
        if page.locator(begun).count():
            return True
    return False


@pytest.mark.parametrize("game", GAMES)
def test_a_reload_in_the_middle_of_a_turn_keeps_it(page: Page, live: str, game: str) -> None:
    against_bots(page, live, game)
    wait_ready(page)
    begun = f"{BOARD} [aria-pressed=true], [data-testid=clear]"
    rng = random.Random(1)
    while not _begin(page, begun):  # this roll fits nowhere: only a whole turn is offered
        play_turn(page, rng)
        assert not wait_ready(page)["over"]
    names = "all => all.map(one => one.getAttribute('aria-label') ?? one.textContent)"
    before = page.locator(begun).evaluate_all(names)
    assert before
    page.reload()
    wait_ready(page)
    page.wait_for_selector(begun)
    assert page.locator(begun).evaluate_all(names) == before


def test_a_turn_on_its_way_survives_a_reload_and_arrives_once(fresh: Page, live: str) -> None:
    table = against_bots(fresh, live, GAMES[0])
    wait_ready(fresh)
    swallowed: list[str] = []

    def swallow(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def forward(message: str | bytes) -> None:
            if swallowed or json.loads(message)["kind"] != "turn":
                server.send(message)
            else:
                swallowed.append(str(message))
                server.close()
                route.close()

        route.on_message(forward)

    fresh.route_web_socket(SOCKET, swallow)
    fresh.reload()
    lines = wait_ready(fresh)["lines"]
    compose(fresh, random.Random(2))
    before = confirm(fresh)
    fresh.reload()  # the first sending is lost; what was meant is not
    fresh.evaluate(PLAYED, before)
    assert len(swallowed) == 1
    wait_ready(fresh)
    log = fresh.evaluate(f"fetch('/api/tables/{table}/record').then(answer => answer.text())")
    turns = [json.loads(line) for line in log.splitlines() if '"turn"' in line]
    assert sum(turn["seat"] == 0 for turn in turns[lines:]) <= 1
    assert json.loads(swallowed[0])["text"] in [turn["turn"] for turn in turns]


# What is said of the connection, as it changes; half a second of it could be missed by looking.
STATES = """() => {
  const states = [], shown = document.querySelector('[data-testid=connection]');
  new MutationObserver(() => states.push(shown.dataset.state))
    .observe(shown, { attributeFilter: ['data-state'] });
  return states;
}"""


def test_a_lost_connection_is_shown_and_comes_back(fresh: Page, live: str) -> None:
    sockets: list[WebSocketRoute] = []

    def note(route: WebSocketRoute) -> None:
        route.connect_to_server()
        sockets.append(route)

    fresh.route_web_socket(SOCKET, note)
    against_bots(fresh, live, GAMES[0])
    wait_ready(fresh)
    states = fresh.evaluate_handle(STATES)
    sockets[-1].close()
    fresh.wait_for_function("states => states.length > 2", arg=states)
    assert states.json_value() == ["offline", "connecting", "online"]
    wait_ready(fresh)


def leaves(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every place in JSON data, with what stands there: `.seats.0.hand.2`, …"""
    yield path, data
    if isinstance(data, (dict, list)):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, f"{path}.{key}")


def concealed(public: Any, own: Any) -> list[str]:
    """Where a player sees something and a spectator nothing; who looks is a number, no secret."""
    known = dict(leaves(own))
    return [
        path
        for path, one in leaves(public)
        if one is None and isinstance(known.get(path), (dict, list, str))
    ]


def hides(game: str) -> int:
    """How much of the beginning only a player may see."""
    match = spieltisch.game(game).match(players=games.cards()[game].players.stop - 1, seed=1)
    return len(concealed(match.view(), match.view(0)))


@pytest.fixture(params=["hiding", *(pytest.param(game, marks=pytest.mark.long) for game in GAMES)])
def watched(request: pytest.FixtureRequest) -> str:
    """In every run the game that hides most."""
    return max(GAMES, key=hides) if request.param == "hiding" else str(request.param)


def overhear(page: Page) -> list[dict[str, Any]]:
    """All that this page is told about its table from now on."""
    told: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: told.append(json.loads(data)))

    page.on("websocket", listen)
    return told


def secrets(told: list[dict[str, Any]], public: list[dict[str, Any]]) -> set[str]:
    """What one page was told in words and another in other words."""

    def lines(messages: list[dict[str, Any]]) -> set[str]:
        found = [m["log"] if m["kind"] == "snapshot" else m.get("lines", []) for m in messages]
        return {
            line[lang] for some in found for line in some for lang in line.keys() & {"de", "en"}
        }

    return lines(told) - lines(public)


def views_of(messages: list[dict[str, Any]]) -> dict[int, Any]:
    """By number of the event what a page could see: the public view, changed by every patch, and
    what only this page was told beside it."""
    public, own, found = None, None, {}
    for message in messages:
        if message["kind"] not in ("snapshot", "change", "look"):
            continue
        public = patches.apply(message.get("view", public), message.get("patch"))
        own = message.get("own", own)
        if public is not None:
            found[message["n"]] = patches.apply(public, own)
    return found


def test_two_people_play_and_a_third_sees_nothing_hidden(
    browser: Browser, live: str, watched: str
) -> None:
    game, secret = watched, hides(watched) > 0
    ada, bo, watcher = (browser.new_context(**PERSON).new_page() for _ in range(3))
    of_ada, of_bo, told = (overhear(page) for page in (ada, bo, watcher))
    table = open_table(ada, live, game, [{"kind": "me"}, {"kind": "open"}, *others(game)])
    bo.goto(f"{live}/table/{table}")
    bo.get_by_test_id("sit").click()
    watcher.goto(f"{live}/table/{table}")
    ada.get_by_test_id("start").click()
    rng = random.Random(3)
    for page in (ada, bo):
        assert wait_ready(page)["mine"]
        play_turn(page, rng)
    fairness = bo.request.get(f"{live}/api/tables/{table}/fairness").json()
    assert all(fairness["seals"][:2])  # both browsers sealed their nonces, and opened them
    assert fairness["unsealed"] == []
    watcher.wait_for_function(
        "() => Number(document.querySelector('[data-testid=table]')?.dataset.lines) >= 2"
    )
    assert choices(watcher).count() == 0
    assert any(message.get("view") for message in told)
    assert all(message.get("looking") is None for message in told)
    seen = "\n".join([watcher.content(), *(json.dumps(m, ensure_ascii=False) for m in told)])
    views = views_of(told)
    for known in (of_ada, of_bo):
        assert [sentence for sentence in secrets(known, told) if sentence in seen] == []
        own = views_of(known)
        places = {path for n in views.keys() & own.keys() for path in concealed(views[n], own[n])}
        assert bool(places) == secret
        for view in views.values():  # not even once
            assert [path for path, one in leaves(view) if path in places and one is not None] == []
    for page in (ada, bo, watcher):
        page.context.close()


@pytest.mark.parametrize("game", GAMES)
def test_one_device_for_all_hides_hands_and_takes_back(page: Page, live: str, game: str) -> None:
    seats = [{"kind": "me"}, {"kind": "local", "name": "Bo"}, *others(game)]
    open_table(page, live, game, seats)
    rng = random.Random(4)
    for _ in range(2):
        curtain = page.get_by_test_id("curtain")
        expect(curtain).to_be_visible()
        assert page.locator(BOARD).count() == 0  # no hand is in the page
        if game == GAMES[0]:  # a curtain is a curtain
            assert violations(page) == []
        curtain.get_by_role("button").hover()
        page.mouse.down()
        wait_ready(page)
        page.mouse.up()
        compose(page, rng)
        lines = confirm(page, rng)
        page.evaluate(PLAYED, lines)
        if take_back(page, lines):
            play_turn(page, rng)
        passing = page.get_by_test_id("pass")
        if passing.count():
            passing.click()


# Bots have answered: this device is asked again, by one of its people or the other.
ANSWERED = """() => document.querySelector('[data-testid=ask]').dataset.mine === 'true'
  || /Ada|Bo/.test(document.querySelector('[data-testid=pass]')?.textContent)"""
LINES = "() => Number(document.querySelector('[data-testid=table]').dataset.lines)"


def take_back(page: Page, before: int) -> bool:
    """Takes the last turn back where nothing has followed it; elsewhere the button says why not."""
    page.wait_for_function(ANSWERED)
    possible: bool = page.evaluate(LINES) <= before + 1  # no die, no draw, nobody else
    button = page.get_by_role("button", name="Take back")
    assert (button.get_attribute("aria-disabled") is None) == possible
    button.dispatch_event("click")  # what is not possible can be pressed, too
    said = "Taken back" if possible else "cannot be taken back"
    expect(page.get_by_test_id("notice")).to_contain_text(said)
    if possible:
        assert wait_ready(page)["mine"]
        assert page.evaluate(LINES) == before
    return possible


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_choice_says_why_and_opens_the_rule(page: Page, live: str, game: str) -> None:
    against_bots(page, live, game)
    rng = random.Random(5)
    notice = page.get_by_test_id("notice")
    for _ in range(30):
        state = wait_ready(page)
        if state["open"]:  # else the turn can only be passed
            click(page, f"{BOARD} [data-choice]", rng.randrange(state["open"]))
            wait_ready(page)
            if press_what_is_still(page):
                break
        play_turn(page, rng)
    expect(notice).to_be_visible()
    link = page.get_by_test_id("rule-link")
    rule = link.inner_text().split()[-1]
    link.click()
    expect(page.locator(f"#rule-{rule}")).to_be_in_viewport()
    assert violations(page) == []


def test_a_seat_that_somebody_left_is_kept_warm(page: Page, live: str, browser: Browser) -> None:
    table = open_table(page, live, GAMES[0], [{"kind": "me"}, {"kind": "open"}])
    context = browser.new_context(**PERSON)
    bo = context.new_page()
    bo.goto(f"{live}/table/{table}")
    bo.get_by_test_id("sit").click()
    page.get_by_test_id("start").click()
    wait_ready(page)
    bo.goto(f"{live}/settings")  # the laptop is closed
    seat = page.locator("[data-seat='1']")
    expect(seat).to_contain_text("away; a bot plays in")
    expect(seat).to_contain_text("keeps the seat warm", timeout=20_000)
    play_turn(page, random.Random(6))
    wait_ready(page)  # the bot has played in Bo's place
    bo.goto(f"{live}/table/{table}")
    expect(bo.get_by_test_id("missed")).to_be_visible()
    bo.get_by_role("button", name="Sit down again").click()
    expect(seat).not_to_contain_text("keeps the seat warm")
    context.close()


def press_what_is_still(page: Page) -> bool:
    """Presses what cannot be chosen now, one after the other, until one is answered."""
    still, answer = page.locator(f"{BOARD} [aria-disabled=true]"), page.get_by_test_id("rule-link")
    many = min(still.count(), 20)
    for at in range(many):
        still.nth(at).dispatch_event("click")
        with suppress(TimeoutError):  # some have nothing to say; the last one waits for all
            answer.wait_for(timeout=60 if at + 1 < many else 3000)
            return True
    return False


def test_who_leaves_can_sit_down_again(page: Page, live: str, browser: Browser) -> None:
    table = open_table(page, live, GAMES[0], [{"kind": "me"}, {"kind": "open"}])
    context = browser.new_context(**PERSON)
    bo = context.new_page()  # sits there, so that bots do not play to the end meanwhile
    bo.goto(f"{live}/table/{table}")
    bo.get_by_test_id("sit").click()
    page.get_by_test_id("start").click()
    wait_ready(page)
    page.get_by_test_id("menu").click()
    page.get_by_test_id("leave").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(bo.locator("[data-seat='0']")).to_contain_text("leaving; a bot plays in")
    expect(page.get_by_role("heading", level=1)).to_have_text("What shall we play?")
    page.goto(f"{live}/table/{table}")
    again = page.get_by_role("button", name="Sit down again")
    again.click()
    expect(again).to_have_count(0)
    context.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_a_sentence_then_a_draft_then_a_turn(page: Page, live: str, game: str) -> None:
    against_bots(page, live, game)
    lines = wait_ready(page)["lines"]
    page.get_by_role("button", name="Hint").click()
    page.get_by_test_id("hint-more").click(timeout=60_000)  # first a nudge, then the turn
    page.get_by_test_id("hint-take").click()
    assert wait_ready(page)["lines"] == lines  # a draft: nothing has been played
    page.evaluate(PLAYED, confirm(page))


NOTES = """
  window.notes = 0;
  const begin = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) { window.notes += 1; begin.apply(this, at); };
"""


def test_title_favicon_and_sound_tell_whose_turn_it_is(
    fresh: Page, live: str, browser: Browser
) -> None:
    fresh.add_init_script(NOTES)
    table = open_table(fresh, live, GAMES[0], [{"kind": "me"}, {"kind": "open"}])
    context = browser.new_context(**PERSON)
    bo = context.new_page()
    bo.goto(f"{live}/table/{table}")
    bo.get_by_test_id("sit").click()
    fresh.evaluate("localStorage.setItem('spieltisch.settings', '{\"sound\": true}')")
    fresh.reload()
    icon = fresh.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", re.compile(r"/favicon\.svg$"))
    fresh.get_by_test_id("start").click()
    wait_ready(fresh)
    expect(icon).to_have_attribute("href", re.compile(r"/favicon-turn\.svg$"))
    expect(fresh).to_have_title(re.compile("Your turn"))
    assert fresh.evaluate("window.notes") == 2
    play_turn(fresh, random.Random(1))
    expect(icon).to_have_attribute("href", re.compile(r"/favicon\.svg$"))
    expect(fresh).not_to_have_title(re.compile("Your turn"))
    context.close()


@pytest.mark.parametrize(
    "game", [GAMES[0], *(pytest.param(game, marks=pytest.mark.long) for game in GAMES[1:])]
)
def test_a_line_of_the_log_is_shown_on_the_board(page: Page, live: str, game: str) -> None:
    against_bots(page, live, game)
    wait_ready(page)
    for _ in range(2):
        play_turn(page, random.Random(7))
        wait_ready(page)
    page.get_by_role("button", name="Log").click()
    board = page.locator(BOARD)
    before = board.inner_html()
    shown = 0
    for line in page.locator("section li.turn button").all():
        line.focus()
        shown += board.inner_html() != before
    assert shown > 0
    page.get_by_test_id("menu").focus()
    expect(page.locator("section li.turn button:focus")).to_have_count(0)
    assert board.inner_html() == before


def test_people_talk_and_a_hint_stays(page: Page, live: str) -> None:
    against_bots(page, live, GAMES[0])
    wait_ready(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_test_id("hint-more")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Chat").click()
    page.get_by_role("textbox", name="Message").fill("Good luck")
    page.get_by_role("textbox", name="Message").press("Enter")
    expect(page.get_by_role("list", name="Chat")).to_contain_text("Ada: Good luck")
    expect(page.get_by_test_id("hint-more")).to_be_visible()


def test_a_seat_link_opens_the_seat_on_another_device(
    page: Page, live: str, browser: Browser
) -> None:
    table = against_bots(page, live, GAMES[0])
    wait_ready(page)
    link = page.evaluate(f"fetch('/api/tables/{table}/seats/0/link').then(answer => answer.json())")
    other = browser.new_context(**PERSON).new_page()
    other.goto(link["link"] if link["link"].startswith("http") else live + link["link"])
    assert wait_ready(other)["mine"]
    assert "key" not in other.url
    other.context.close()
