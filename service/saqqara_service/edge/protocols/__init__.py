"""The fence around uvicorn: whatever leans on its insides.

uvicorn's protocols of HTTP and websockets are subclassed, because bytes have to be counted before
anything of ours sees them.
"""
