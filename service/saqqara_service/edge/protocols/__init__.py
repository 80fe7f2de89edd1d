"""The fence around uvicorn: whatever leans on its insides; `SAQQARA_PLAIN=uvicorn` does without it.

uvicorn's protocols of HTTP and websockets are subclassed, because bytes have to be counted before
anything of ours sees them. Only `app.py` imports this, and only when it is used.
"""
