"""The seccomp filter of a sandbox: a BPF program, as bytes.

Refused calls fail with EPERM, so a program gets an error instead of being killed. A call by the
convention of another architecture (32 bits, x32) kills it.
"""

from __future__ import annotations

import errno
import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

from saqqara_sdk.sandbox.syscalls import ARGUED, DENIED, MACHINES, NONE, Machine

LOAD: Final = 0x20
IF_EQUAL: Final = 0x15
IF_AT_LEAST: Final = 0x35
IF_ANY_BIT: Final = 0x45
RETURN: Final = 0x06

NUMBER: Final = 0
ARCHITECTURE: Final = 4
FIRST_ARGUMENT: Final = 16
SECOND_ARGUMENT: Final = 24
"""Offsets in `struct seccomp_data`; for arguments the lower half, all that these calls read."""

ALLOW: Final = 0x7FFF0000
END: Final = 0x80000000
FAIL: Final = 0x00050000

AUDIT: Final[dict[Machine, int]] = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
X32: Final = 0x40000000

NEW_NAMESPACES: Final = 0x7E020080
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET, and NEWTIME for clone3."""

AF_UNIX: Final = 1
TIOCSTI: Final = 0x5412
TIOCLINUX: Final = 0x541C


class _Step(NamedTuple):
    """One instruction; `then` and `other` are the numbers of instructions to skip."""

    code: int
    value: int
    then: int = 0
    other: int = 0


def filter_for(machine: Machine) -> bytes:
    """Return the filter in the format of bwrap's --seccomp."""
    steps = [*_steps(machine), _Step(RETURN, ALLOW)]
    return b"".join(struct.pack("=HBBI", one.code, one.then, one.other, one.value) for one in steps)


def _steps(machine: Machine) -> Iterator[_Step]:
    column = MACHINES[machine]
    number = {name: numbers[column] for name, numbers in ARGUED.items()}
    yield _Step(LOAD, ARCHITECTURE)
    yield from _unless(_Step(IF_EQUAL, AUDIT[machine], then=1), END)
    yield _Step(LOAD, NUMBER)
    if machine == "x86_64":
        yield from _unless(_Step(IF_AT_LEAST, X32, other=1), END)
    for numbers in DENIED.values():
        if numbers[column] != NONE:
            yield from _if_call(numbers[column], [_fails(errno.EPERM)])
    # C libraries fall back to clone, whose flags can be read here.
    yield from _if_call(number["clone3"], [_fails(errno.ENOSYS)])
    refuse_namespace = _unless(_Step(IF_ANY_BIT, NEW_NAMESPACES, other=1), FAIL | errno.EPERM)
    yield from _if_call(number["clone"], [_Step(LOAD, FIRST_ARGUMENT), *refuse_namespace, _ok()])
    # Input injected into the terminal of the user who started the program (CVE-2017-5226).
    pressed = [
        step
        for request in (TIOCSTI, TIOCLINUX)
        for step in _unless(_Step(IF_EQUAL, request, other=1), FAIL | errno.EPERM)
    ]
    yield from _if_call(number["ioctl"], [_Step(LOAD, SECOND_ARGUMENT), *pressed, _ok()])
    # There is no network, but families such as netlink and vsock reach the kernel or the host.
    other = _unless(_Step(IF_EQUAL, AF_UNIX, then=1), FAIL | errno.EAFNOSUPPORT)
    for call in ("socket", "socketpair"):
        yield from _if_call(number[call], [_Step(LOAD, FIRST_ARGUMENT), *other, _ok()])


def _if_call(number: int, steps: list[_Step]) -> list[_Step]:
    return [_Step(IF_EQUAL, number, other=len(steps)), *steps]


def _unless(test: _Step, verdict: int) -> list[_Step]:
    """Return a test and a verdict, which the test skips if it passes."""
    return [test, _Step(RETURN, verdict)]


def _fails(error: int) -> _Step:
    return _Step(RETURN, FAIL | error)


def _ok() -> _Step:
    return _Step(RETURN, ALLOW)
