"""A short run of PPO with a small network in numpy: environments, masks and rewards are good enough to learn from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skirmish_env import Batch

Floats = NDArray[np.float64]
HIDDEN, GAMMA, LAMBDA, CLIP, RATE = 32, 0.99, 0.95, 0.2, 3e-3


@dataclass
class Network:
    """One hidden layer, shared by policy and value."""

    weights: dict[str, Floats]

    @staticmethod
    def new(inputs: int, numbers: int, random: np.random.Generator) -> Network:
        def matrix(rows: int, columns: int, scale: float) -> Floats:
            return random.normal(0, scale / np.sqrt(rows), (rows, columns))

        return Network(
            {
                "in": matrix(inputs, HIDDEN, 1.0),
                "bias": np.zeros(HIDDEN),
                "policy": matrix(HIDDEN, numbers, 0.01),
                "value": matrix(HIDDEN, 1, 0.1),
            }
        )

    def forward(self, seen: Floats, masks: NDArray[Any]) -> tuple[Floats, Floats, Floats]:
        """The hidden layer, the logarithms of the probabilities, and the values."""
        hidden = np.maximum(seen @ self.weights["in"] + self.weights["bias"], 0)
        logits = np.where(masks == 1, hidden @ self.weights["policy"], -1e9)
        logits -= logits.max(axis=1, keepdims=True)
        logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return hidden, logs, (hidden @ self.weights["value"])[:, 0]

    def surrogate(self, batch: dict[str, Any]) -> float:
        _, logs, _ = self.forward(batch["seen"], batch["masks"])
        ratio = np.exp(logs[np.arange(len(logs)), batch["actions"]] - batch["logs"])
        return float(np.minimum(ratio * batch["gains"], np.clip(ratio, 1 - CLIP, 1 + CLIP) * batch["gains"]).mean())

    def learn(self, batch: dict[str, Any]) -> float:
        """One step along the gradient; returns how far the policy has moved (an estimate of the divergence)."""
        rows = np.arange(len(batch["actions"]))
        hidden, logs, values = self.forward(batch["seen"], batch["masks"])
        chosen = logs[rows, batch["actions"]]
        ratio = np.exp(chosen - batch["logs"])
        clipped = ((ratio > 1 + CLIP) & (batch["gains"] > 0)) | ((ratio < 1 - CLIP) & (batch["gains"] < 0))
        push = np.where(clipped, 0.0, ratio * batch["gains"]) / len(rows)
        by_logits = -np.exp(logs) * push[:, None]
        by_logits[rows, batch["actions"]] += push
        by_value = (batch["returns"] - values)[:, None] / len(rows)
        by_hidden = (by_logits @ self.weights["policy"].T + by_value @ self.weights["value"].T) * (hidden > 0)
        steps = {
            "in": batch["seen"].T @ by_hidden,
            "bias": by_hidden.sum(axis=0),
            "policy": hidden.T @ by_logits,
            "value": hidden.T @ by_value,
        }
        for name, step in steps.items():
            self.weights[name] += RATE * step / (np.linalg.norm(step) + 1e-8) * min(1.0, 10 * np.linalg.norm(step))
        return float((batch["logs"] - chosen).mean())


def observe(batch: Batch) -> Floats:
    parts = [batch.observations[name] / batch.layout.scale(name) for name in ("me", "globals")]
    return np.concatenate(parts, axis=1).astype(np.float64)


def collect(batch: Batch, network: Network, steps: int, random: np.random.Generator) -> dict[str, Any]:
    """Plays some steps and reckons advantages."""
    seen, masks, actions, logs, values, rewards, ends = ([] for _ in range(7))
    for _ in range(steps):
        seen.append(observe(batch))
        masks.append(batch.masks.copy())
        _, chances, value = network.forward(seen[-1], masks[-1])
        noise = random.gumbel(size=chances.shape)
        action = np.argmax(chances + noise, axis=1)
        assert masks[-1][np.arange(len(action)), action].all(), "masked numbers are never chosen"
        actions.append(action)
        logs.append(chances[np.arange(len(action)), action])
        values.append(value)
        batch.step(action)
        rewards.append(batch.rewards.astype(np.float64))
        ends.append((batch.terminations | batch.truncations).astype(bool))
    last = network.forward(observe(batch), batch.masks)[2]
    gains, gain = [], np.zeros(batch.rows)
    for step in reversed(range(steps)):
        after = last if step == steps - 1 else values[step + 1]
        going = ~ends[step]
        surprise = rewards[step] + GAMMA * after * going - values[step]
        gain = surprise + GAMMA * LAMBDA * gain * going
        gains.append(gain)
    gained = np.concatenate(gains[::-1])
    return {
        "seen": np.concatenate(seen),
        "masks": np.concatenate(masks),
        "actions": np.concatenate(actions),
        "logs": np.concatenate(logs),
        "returns": gained + np.concatenate(values),
        "gains": (gained - gained.mean()) / (gained.std() + 1e-8),
        "rewards": np.stack(rewards),
    }


def test_a_short_run_of_ppo(game: str, short: dict[str, Any]) -> None:
    random = np.random.default_rng(7)
    batch = Batch(game, 8, players=["learner", "random"], reward="potential", seed=7, illegal="error", **short)
    network = Network.new(observe(batch).shape[1], batch.layout.numbers, random)
    moved = 0.0
    for _ in range(3):
        played = collect(batch, network, 48, random)
        assert played["rewards"].any(), "something is gained or lost"
        before = network.surrogate(played)
        for _ in range(4):
            moved = max(moved, abs(network.learn(played)))
        assert network.surrogate(played) > before, "what was better has become likelier"
    assert all(np.isfinite(weights).all() for weights in network.weights.values())
    assert moved > 1e-6
