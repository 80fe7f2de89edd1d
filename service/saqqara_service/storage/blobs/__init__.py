"""Bytes by their hash: in a folder, or in a store that speaks S3."""
