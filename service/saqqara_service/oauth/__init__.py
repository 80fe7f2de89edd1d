"""Sign-in for apps of third parties: OAuth 2.1, authorization code with PKCE, by Authlib.

Authlib rules on each request; it knows no store. What it needs is read before it is asked (`Desk`),
and what it decides is written afterwards. There are no secrets of apps and no cookies here.
"""
