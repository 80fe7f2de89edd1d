"""Both games for programs that learn, in the shapes that learning libraries expect.

- `vector.VectorEnv`: many games at once, with arrays for all of them; needs numpy only
- `workers.WorkerEnv`: the same in several processes
- `single.SingleEnv`: one seat, against bots, for Gymnasium
- `aec.env` and `parallel.parallel_env`: all seats, for PettingZoo
- `spiel`: both games for OpenSpiel; importing it registers them
"""
