"""The doctor: what a host has looked at first, whether an installation is well or not."""
