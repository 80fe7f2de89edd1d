"""What a browser may do with an answer: pages name what they need, everything else may do nothing.

Scripts come from this host only, none stands inside a page; nobody else's page shows one of ours in
a frame; no address of ours is told to the page that a link leads to.
"""

from __future__ import annotations

from typing import Final

POLICY: Final = "content-security-policy"
NOTHING: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The policy of what is no page; opened in a browser it loads and runs nothing."""

OF_EVERY_ANSWER: Final = (
    (POLICY.encode(), NOTHING.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)
"""What an answer's head has, unless it has brought its own."""


def page_policy(*, frame_ancestors: str = "'none'", **sources: str) -> str:
    """The policy of a page: its own scripts, styles, pictures and calls, and what `sources` add.

    Keywords are the names of directives with `_` for `-`, such as `style_src="'unsafe-inline'"`.
    Nobody frames it but `frame_ancestors`.
    """
    own = {
        "script_src": "'self'",
        "style_src": "'self'",
        "img_src": "'self' data:",
        "font_src": "'self'",
        "connect_src": "'self'",
        "form_action": "'self'",
    }
    for name, added in sources.items():
        own[name] = f"{own.get(name, '')} {added}".strip()
    allowed = "; ".join(f"{name.replace('_', '-')} {what}" for name, what in own.items())
    return f"default-src 'none'; {allowed}; base-uri 'none'; frame-ancestors {frame_ancestors}"
