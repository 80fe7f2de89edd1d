"""A Redis Cluster: who serves which slot by redis-py's own client, and calls on each node's socket.

redis-py's client for clusters does not wait for replicas on the connection that wrote, nor does it
send what many callers ask by one socket; so it is asked for the topology only.
"""
