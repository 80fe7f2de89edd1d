"""Sign-in for apps of third parties: OAuth 2.1, authorization code with PKCE, by Authlib.

Authlib rules on each request, and its storage hooks call the use cases. There are no secrets of
apps and no cookies here.
"""
