"""axe-core, which checks pages against WCAG, finds nothing serious on the site, at both widths and in both themes."""

from __future__ import annotations

import os

import pytest

AXE = os.environ.get("SVARA_EVAL_AXE")
PAGES = ["index.html", "rules.html", "odds.html", "heads-up.html", "numbers.html"]
CALCULATOR = {
    "a hand": "calculator.html#hand=7c-Kh-Kd&opponents=3",
    "no hand yet": "calculator.html",
    "cards that do not count, and dead ones": "calculator.html#hand=Ac-9h-Td&opponents=2&dead=7c-As",
    "a question for the library": "calculator.html#hand=Ac-9h-Td&opponents=3&dead=7c-As",
    "a link that cannot be read": "bg/calculator.html#hand=6h",
    "a hand in Bulgarian": "bg/calculator.html#hand=Ac-9h-Td&opponents=2&dead=7c-As",
}

VIOLATIONS = """async options => {
    const {violations} = await axe.run(document, {resultTypes: ["violations"], ...options});
    return violations
        .filter(({impact}) => impact === "serious" || impact === "critical")
        .map(({id, nodes}) => `${id}: ${nodes.map(node => node.html.slice(0, 150)).slice(0, 3).join("; ")}`);
}"""


@pytest.mark.skipif(AXE is None, reason="SVARA_EVAL_AXE does not name axe.min.js of the npm package axe-core")
def test_nothing_serious_is_wrong_with_the_pages(browser, site):
    """A page is the same in the dark, apart from its colors."""
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script(path=AXE)
    found = {}
    for address in (*PAGES, *CALCULATOR.values()):
        page.goto("about:blank")
        page.goto(site + address)
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            for scheme, options in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                found[address, width, scheme] = page.evaluate(VIOLATIONS, options)
    context.close()
    assert {screen: faults for screen, faults in found.items() if faults} == {}
