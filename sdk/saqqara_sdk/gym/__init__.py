"""Environments for machine learning.

- `vector.VectorEnv`: many games at once in shared arrays; needs only numpy
- `workers.WorkerEnv`: many games at once in several processes
- `single`: one seat against bots or policies, for Gymnasium; importing it registers both games
- `sb3.SingleVecEnv`: the same for stable-baselines3
- `aec.env` and `parallel.parallel_env`: all seats, for PettingZoo
- `spiel`: both games for OpenSpiel; importing it registers them
"""
