"""The fence around uvicorn: whatever leans on its insides.

uvicorn's protocol of websockets is subclassed, because a proxy does not look into their frames.
That of HTTP is uvicorn's own: heads and bodies are the proxy's, see `helm/Caddyfile`.
"""
