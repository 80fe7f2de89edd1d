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
    told = meanings(contract)
    names = ", ".join(f'"{name}"' for name in ["BY_CODE", *sorted([*BASES, *told])])
    classes = "".join(
        f"\n\nclass {name}(APIError):\n{docstring([text], 4)}\n" for name, text in told.items()
    )
    rows = "".join(f'    "{code}": {class_of(code)},\n' for code in found)
    about = f"""Everything that can go wrong between a program and the service, as one tree::

    * SaqqaraError
      + ConnectionFailed        no answer came; whether the request was applied is unknown
        - TimedOut              no answer within the timeout
      + UnreadableAnswer        an answer came, but not in the service's language
        - UnknownAnswer         the service's, but of a kind that this version cannot read
      + APIError                the service refused, with a stable `code`
        - {", ".join(told)}

An `APIError` with a code that this version does not know is a plain `APIError`: look at `code`."""
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
