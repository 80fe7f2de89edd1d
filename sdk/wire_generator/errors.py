"""The exceptions of refusals, one for each code of a problem."""

from __future__ import annotations

from wire_generator.contract import Contract
from wire_generator.models import HEAD
from wire_generator.prose import docstring, sentence, words_of

BASES = (
    "SaqqaraError",
    "ConnectionFailed",
    "TimedOut",
    "UnreadableAnswer",
    "UnknownAnswer",
    "APIError",
)


def class_of(code: str) -> str:
    """The name of a code's exception."""
    return "".join(part.capitalize() for part in code.split("_"))


def meanings(contract: Contract) -> dict[str, str]:
    """What each refusal means, by the name of its exception."""
    _, words = words_of(contract.schemas["Problem"].properties["code"])
    return {class_of(code): sentence(text) for code, text in words.items()}


def errors(contract: Contract) -> str:
    """The module of the exceptions."""
    found = contract.schemas["Problem"].properties["code"].enum
    by_code = meanings(contract)
    names = ", ".join(f'"{name}"' for name in ["BY_CODE", *sorted([*BASES, *by_code])])
    classes = "".join(
        f"\n\nclass {name}(APIError):\n{docstring([text], 4)}\n" for name, text in by_code.items()
    )
    rows = "".join(f'    "{code}": {class_of(code)},\n' for code in found)
    about = f"""The exceptions for calls to the service, as one tree::

    * SaqqaraError
      + ConnectionFailed        no response; whether the request was applied is unknown
        - TimedOut              no response within the timeout
      + UnreadableAnswer        the response is not one of the service, such as an HTML page
        - UnknownAnswer         a response of a kind that this version cannot read
      + APIError                the service refused the request, with a stable `code`
        - {", ".join(by_code)}

A code that this version does not know raises a plain `APIError`: check its `code`."""
    return (
        HEAD.format(about=_wrapped(about))
        + f"from saqqara_sdk.wire.failures import {', '.join(BASES)}\n\n"
        + f"__all__ = [{names}]\n{classes}\n\n"
        + f"BY_CODE: dict[str, type[APIError]] = {{\n{rows}}}\n"
    )


def _wrapped(text: str) -> str:
    """The last line of the tree, which names all refusals, in lines of its own."""
    lines = []
    for line in text.splitlines():
        while len(line) > 98:  # noqa: PLR2004
            cut = line.rfind(" ", 0, 98)
            lines.append(line[:cut])
            line = " " * 10 + line[cut + 1 :]  # noqa: PLW2901
        lines.append(line)
    return "\n".join(lines)
