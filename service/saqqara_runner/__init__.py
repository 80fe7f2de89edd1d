"""A runner: it plays for bots whose programs were handed in.

It asks the API what is wanted, fetches the archives, starts the programs in sandboxes, and plays
for them as any connected bot plays. It knows the SDK and nothing of the service's insides.
"""
