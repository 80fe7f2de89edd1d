"""The denied system calls of sandboxed programs: calls that no bot needs and attacks have used.

The kernel refuses most of them anyway for programs without capabilities in their own namespaces.
The filter refuses them earlier, because a kernel bug could let a program out of the sandbox.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Machine: TypeAlias = Literal["x86_64", "aarch64"]

NONE = -1
"""The number of a call that an architecture does not have."""

DENIED: Final[dict[str, tuple[int, int]]] = {
    # looking into other processes, or changing them
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    # keys of the kernel, which no namespace divides
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # programs and counters inside the kernel
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    # what is mounted where
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "mount_setattr": (442, 442),
    # other namespaces
    "unshare": (272, 97),
    "setns": (308, 268),
    # scheduling priorities and processor affinity
    "setpriority": (141, 140),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
    "sched_setaffinity": (203, 122),
    # files without a path
    "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    "lookup_dcookie": (212, 18),
    # the whole machine
    "reboot": (169, 142),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "syslog": (103, 116),
    "acct": (163, 89),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "vhangup": (153, 58),
    "personality": (135, 92),
    "iopl": (172, NONE),
    "ioperm": (173, NONE),
    "modify_ldt": (154, NONE),
    "uselib": (134, NONE),
    # the time
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    # memory that no limit of a process counts
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
}
"""The numbers of denied calls for x86-64 and 64-bit ARM, by name."""

ARGUED: Final[dict[str, tuple[int, int]]] = {
    "clone": (56, 220),
    "clone3": (435, 435),
    "ioctl": (16, 29),
    "socket": (41, 198),
    "socketpair": (53, 199),
}
"""The calls that are refused depending on their arguments, or with another error."""

MACHINES: Final[dict[Machine, int]] = {"x86_64": 0, "aarch64": 1}
"""The column of each architecture."""
