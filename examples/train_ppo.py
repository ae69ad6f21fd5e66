#!/usr/bin/env python3
"""Trains a policy for one of the games: first by imitating a built-in bot, then by playing (PPO).

    python examples/train_ppo.py footsoldiers --minutes 10 --out footsoldiers.npz --evaluate 200
    python examples/train_ppo.py zords --minutes 5 --imitation 0 --out from-nothing.npz
    python examples/train_ppo.py --plot learning.svg footsoldiers.csv zords.csv

Imitation: a teacher tells at each decision what it would choose. At first the teacher plays, later more and more the
learner itself, so that it is taught what to do where its own mistakes lead (DAgger). Then PPO: games against itself, frozen
copies of itself and built-in bots; what turned out better than expected becomes likelier. Now and then it is measured
against weak and medium, and the best so far is what is kept. Ctrl-C ends early and saves it.

Needs the package and PyTorch: pip install ./python[torch]
"""

from __future__ import annotations

import argparse
import copy
import csv
import json
import math
import os
import time
from pathlib import Path

# What is reckoned outside of PyTorch is small: threads would cost more than they bring.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from skirmish_env import Batch, Input, Policy, games
from skirmish_env.batch import DONE, END

# What suits each game: short games on a small board, so that many are played. Defaults of the command line.
RECIPES = {
    "footsoldiers": {"map": None, "config": {}},
    "zords": {"map": "duel", "config": {"days": 8, "rounds_per_day": 4}},
    "golems": {"map": None, "config": {"max_turns": 80}},
    "infection": {"map": None, "config": {"turn_limit": 40}},
    "outbreak": {"map": None, "config": {"max_turns": 40}},
}
POOLED = ("units", "crates")  # rows of which the greatest counts
FLAT = ("near", "me", "globals", "players")
GAMMA, LAMBDA, CLIP, STEPS = 0.997, 0.95, 0.15, 64


class Network(nn.Module):
    """The network of the file format of `skirmish_env.policy`, name by name."""

    def __init__(self, layout, hidden: int, layers: int, rows: int):
        super().__init__()
        names = [array["name"] for array in layout.arrays]
        self.inputs = [Input.of(layout, name) for name in FLAT if name in names]
        self.inputs += [Input.of(layout, name, "max") for name in POOLED if name in names]
        # A few rows are worth reading one by one, too: numbers name them by their place.
        self.inputs += [Input.of(layout, "units")] if layout.scope["units"] <= 16 else []
        sizes = [rows if given.pool else given.size for given in self.inputs]
        self.rows = nn.ModuleDict({str(i): nn.Linear(given.shape[1], rows) for i, given in enumerate(self.inputs) if given.pool})
        self.into = nn.ModuleList([nn.Linear(size, hidden, bias=i == 0) for i, size in enumerate(sizes)])
        self.hidden = nn.ModuleList([nn.Linear(hidden, hidden) for _ in range(layers - 1)])
        self.out, self.value = nn.Linear(hidden, layout.numbers), nn.Linear(hidden, 1)
        nn.init.normal_(self.out.weight, std=0.01)
        self.layout, self.layers = layout, layers

    def forward(self, seen: dict) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits of all numbers, and what is expected."""
        total = 0
        for i, given in enumerate(self.inputs):
            x = seen[given.name] / torch.as_tensor(given.divisor(), dtype=torch.float32, device=seen[given.name].device)
            if given.pool:
                there = (x != 0).any(2, keepdim=True)
                x = (torch.relu(self.rows[str(i)](x)) * there).amax(1)
            total = total + self.into[i](x.flatten(1))
        hidden = torch.relu(total)
        for layer in self.hidden:
            hidden = torch.relu(layer(hidden))
        return self.out(hidden), self.value(hidden)[:, 0]

    def policy(self, play: str) -> Policy:
        """The weights as a file has them."""
        weights = {"in.bias": self.into[0].bias}
        for i, layer in enumerate(self.into):
            weights[f"in.{i}.weight"] = layer.weight.T
        named = {f"rows.{i}": layer for i, layer in self.rows.items()} | {"out": self.out, "value": self.value}
        named |= {f"hidden.{i}": layer for i, layer in enumerate(self.hidden, 2)}
        for name, layer in named.items():
            weights[f"{name}.weight"], weights[f"{name}.bias"] = layer.weight.T, layer.bias
        arrays = {name: np.ascontiguousarray(weight.detach().cpu().numpy(), np.float32).copy() for name, weight in weights.items()}
        # It learned without `end`: saying `done` for one unit after the other leads to the same lists.
        arrays["out.weight"][:, END], arrays["out.bias"][END] = 0.0, -1000.0
        return Policy(self.layout.key(), self.inputs, self.layers, self.layout.numbers, play, arrays)


class Table:
    """Some games with the same players. `learns` says which rows the learner plays; a frozen copy plays the others."""

    def __init__(self, args, opponent: str, seat: int, seed: int, teacher: str | None):
        players = ["learner", "learner"]
        if opponent not in ("self", "frozen"):
            players[1 - seat] = opponent
        self.batch = Batch(
            args.game, args.games, threads=args.threads, players=players, teacher=teacher, seed=seed,
            reward={"win": 1.0, "potential": args.potential}, map=args.map, config=args.config,
        )
        self.learns = np.ones(self.batch.rows, bool)
        if opponent == "frozen":
            self.learns = np.arange(self.batch.rows) % 2 == seat

    def look(self, names: set[str]) -> tuple[dict, np.ndarray, np.ndarray]:
        """Copies of what is seen, what may be chosen, and whose rows count."""
        masks = self.batch.masks.copy()
        masks[masks[:, DONE] == 1, END] = 0
        return {name: self.batch.observations[name].copy() for name in names}, masks, self.batch.deciding.astype(bool)


def tables(args, teacher: str | None, seed: int) -> list[Table]:
    """A table for each opponent; built-in bots and frozen copies play either seat."""
    made = []
    # To be taught, a frozen copy is no other opponent than oneself.
    for opponent in (name for name in args.opponents if teacher is None or name != "frozen"):
        for seat in (0,) if opponent == "self" else (0, 1):
            made.append(Table(args, opponent, seat, seed + len(made), teacher))
    return made


class Trainer:
    def __init__(self, args):
        self.args, self.began = args, time.monotonic()
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(args.seed)
        self.random = np.random.default_rng(args.seed)
        layout = Batch(args.game, 1, map=args.map, config=args.config).layout
        self.network = Network(layout, args.hidden, args.layers, args.rows).to(self.device)
        self.names = {given.name for given in self.network.inputs}
        self.decisions, self.best, self.curve = 0, (-1.0, None), []
        weights = sum(parameter.numel() for parameter in self.network.parameters())
        print(f"{args.game}: {layout.numbers} numbers, {weights} weights, on {self.device}", flush=True)

    def minutes(self) -> float:
        return (time.monotonic() - self.began) / 60

    def tensors(self, seen: dict) -> dict:
        return {name: torch.as_tensor(array, device=self.device).float() for name, array in seen.items()}

    def logs(self, logits: torch.Tensor, masks) -> torch.Tensor:
        """Logarithms of the probabilities of legal numbers."""
        legal = torch.as_tensor(masks, device=self.device) != 0
        return torch.log_softmax(logits.masked_fill(~legal, -1e9), 1)

    @torch.no_grad()
    def draw(self, network: Network, seen: dict, masks: np.ndarray):
        """Numbers that are drawn, their logarithms, and what is expected."""
        logits, values = network(self.tensors(seen))
        logs = self.logs(logits, masks)
        noise = torch.rand_like(logs).clamp_(1e-9).log_().neg_().log_().neg_()
        chosen = (logs + noise).argmax(1)
        return chosen.cpu().numpy(), logs.gather(1, chosen[:, None])[:, 0].cpu().numpy(), values.cpu().numpy()

    # ---- imitation

    def imitate(self, until: float) -> None:
        """Behaviour cloning on the games of teacher and learner, mixed."""
        args, began = self.args, self.minutes()
        optimizer = torch.optim.Adam(self.network.parameters(), lr=args.rate)
        seats = tables(args, args.teacher, 1000 * args.seed)
        store, filled, agreed, losses = None, 0, [], []
        while self.minutes() < until:
            share = (self.minutes() - began) / (until - began)
            optimizer.param_groups[0]["lr"] = args.rate * (1 - 0.95 * share)
            for table in seats:
                for _ in range(4):
                    seen, masks, deciding = table.look(self.names)
                    taught = table.batch.teachings.copy()
                    taught[(taught == END) & (masks[:, DONE] == 1)] = DONE
                    drawn, _, _ = self.draw(self.network, seen, masks)
                    # The teacher plays at first; in the end the learner does, nearly always.
                    teacher_plays = self.random.random(len(drawn)) < max(0.1, 1 - 1.5 * share)
                    table.batch.step(np.where(teacher_plays, taught, drawn))
                    rows = np.flatnonzero(deciding & (masks.sum(1) > 1))
                    self.decisions += int(deciding.sum())
                    if store is None:
                        make = lambda array: np.zeros((args.memory, *array.shape[1:]), array.dtype)
                        store = {**{name: make(array) for name, array in seen.items()}, "mask": make(masks), "taught": make(taught)}
                    at = (filled + np.arange(len(rows))) % args.memory
                    for name, array in {**seen, "mask": masks, "taught": taught}.items():
                        store[name][at] = array[rows]
                    filled += len(rows)
            if filled < 2000:
                continue
            for _ in range(args.updates):
                rows = self.random.integers(0, min(filled, args.memory), 512)
                logits, _ = self.network(self.tensors({name: store[name][rows] for name in self.names}))
                logs = self.logs(logits, store["mask"][rows])
                taught = torch.as_tensor(store["taught"][rows], device=self.device).long()
                loss = functional.nll_loss(logs, taught)
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
                optimizer.step()
                agreed.append((logs.argmax(1) == taught).float().mean().item())
                losses.append(loss.item())
            self.report("imitation", {"loss": np.mean(losses[-50:]), "agreement": np.mean(agreed[-50:])})

    # ---- PPO

    def play(self, until: float) -> None:
        args = self.args
        optimizer = torch.optim.Adam(self.network.parameters(), lr=args.ppo_rate)
        seats, frozen, rounds = tables(args, None, 1000 * args.seed + 500), copy.deepcopy(self.network), 0
        while self.minutes() < until:
            parts = [self.collect(table, frozen) for table in seats]
            batch = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
            gains, spent = batch["gain"], len(batch["gain"])
            batch["gain"] = (gains - gains.mean()) / (gains.std() + 1e-8)
            # What to expect is learned first: imitation has taught nothing about it.
            warming = rounds < args.warm
            for _ in range(2):
                order = self.random.permutation(spent)
                for rows in np.array_split(order, max(1, spent // 512)):
                    loss = self.surrogate({name: array[rows] for name, array in batch.items()}, warming)
                    optimizer.zero_grad()
                    loss.backward()
                    if warming:
                        for name, parameter in self.network.named_parameters():
                            if not name.startswith("value"):
                                parameter.grad = None
                    nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                    optimizer.step()
            rounds += 1
            if rounds % 10 == 0:
                frozen = copy.deepcopy(self.network)
            self.report("ppo", {"loss": loss.item(), "reward": batch["return"].mean()})

    def surrogate(self, part: dict, warming: bool) -> torch.Tensor:
        logits, values = self.network(self.tensors({name: part[name] for name in self.names}))
        give = lambda name: torch.as_tensor(part[name], device=self.device)
        expected = 0.5 * functional.mse_loss(values, give("return").float())
        if warming:
            return expected
        logs = self.logs(logits, part["mask"])
        ratio = (logs.gather(1, give("chosen").long()[:, None])[:, 0] - give("log")).exp()
        gain = give("gain").float()
        better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        entropy = -(logs.exp() * logs).sum(1).mean()
        return expected - better - self.args.entropy * entropy

    def collect(self, table: Table, frozen: Network) -> dict:
        """Plays some steps and reckons how much better each decision was than expected."""
        kept: list[dict] = []
        for _ in range(STEPS):
            seen, masks, deciding = table.look(self.names)
            chosen, log, value = self.draw(self.network, seen, masks)
            if not table.learns.all():
                chosen = np.where(table.learns, chosen, self.draw(frozen, seen, masks)[0])
            table.batch.step(chosen)
            ended = (table.batch.terminations | table.batch.truncations).astype(bool)
            kept.append({**seen, "mask": masks, "chosen": chosen, "log": log, "value": value, "ended": ended,
                         "reward": table.batch.rewards.copy(), "counts": deciding & table.learns})
            self.decisions += int(deciding.sum())
        after = self.draw(self.network, *table.look(self.names)[:2])[2]
        gain, pending = np.zeros(table.batch.rows), np.zeros(table.batch.rows)
        for step in reversed(kept):
            # Rows wait while others decide: what they are given meanwhile belongs to their last decision.
            after, gain, pending = (np.where(step["ended"], 0.0, array) for array in (after, gain, pending))
            pending = pending + step["reward"]
            fresh = pending + GAMMA * after - step["value"] + GAMMA * LAMBDA * gain
            step["gain"], step["return"] = fresh, fresh + step["value"]
            counts = step["counts"]
            gain, after, pending = np.where(counts, fresh, gain), np.where(counts, step["value"], after), np.where(counts, 0.0, pending)
        return {name: np.concatenate([step[name][step["counts"]] for step in kept]) for name in kept[0]}

    # ---- measuring

    def report(self, phase: str, row: dict) -> None:
        """Says how it goes, and measures when it is time to."""
        now, last = self.minutes(), self.curve[-1]["minutes"] if self.curve else 0.0
        if now - last < self.args.every / 60:
            return
        policy = self.network.policy(self.args.play)
        won = {bot: measure(self.args, policy, bot, self.args.quick, 77)["won"] for bot in ("weak", "medium")}
        if (score := sum(won.values())) >= self.best[0]:
            self.best = (score, policy)
        self.curve.append({"minutes": round(self.minutes(), 3), "phase": phase, "decisions": self.decisions, **won,
                           **{name: round(float(number), 4) for name, number in row.items()}})
        left = max(0.0, self.args.minutes - self.minutes())
        words = ", ".join(f"{name} {number:.3f}" for name, number in row.items())
        print(f"{now:6.2f} min, {left:5.1f} left, {phase}: {self.decisions} decisions, {words}; "
              f"pairs won: weak {won['weak']:.2f}, medium {won['medium']:.2f}", flush=True)

    def save(self) -> Policy:
        policy = self.best[1] or self.network.policy(self.args.play)
        policy.save(self.args.out)
        columns = ["minutes", "phase", "decisions", "weak", "medium", "loss", "agreement", "reward"]
        with open(Path(self.args.out).with_suffix(".csv"), "w", newline="") as file:
            writer = csv.DictWriter(file, columns, restval="")
            writer.writeheader()
            writer.writerows(self.curve)
        return policy


def measure(args, policy: Policy, bot: str, pairs: int, seed: int) -> dict:
    """Plays pairs: one start, both seats. A pair is won by who has more of its two games (a win 1, a draw 1/2)."""
    points = np.zeros((pairs, 2))
    random = np.random.default_rng(seed)
    for seat in (0, 1):
        players = ["learner", bot] if seat == 0 else [bot, "learner"]
        batch = Batch(args.game, pairs, threads=args.threads, players=players, seed=seed, results=True,
                      map=args.map, config=args.config)
        policy.check(batch.layout)
        open_games = set(range(pairs))
        while open_games:
            batch.step(policy.choose(batch.observations, batch.masks, random))
            for ended in batch.ended():
                if ended["game"] in open_games:
                    open_games.remove(ended["game"])
                    own, other = ended["ranks"][seat], ended["ranks"][1 - seat]
                    points[ended["game"], seat] = 0.5 + 0.5 * np.sign(other - own)
    won = float((points.sum(1) > 1).mean())
    low, high = wilson(won, pairs)
    return {"bot": bot, "pairs": pairs, "won": won, "low": low, "high": high, "drawn": float((points.sum(1) == 1).mean()),
            "games": float(points.mean())}


def wilson(share: float, count: int, z: float = 1.96) -> tuple[float, float]:
    """The interval in which the true share lies with 95 %."""
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)


def plot(target: str, curves: list[str]) -> None:
    """Draws recorded curves: pairs won over minutes, a picture for each file side by side."""
    width, height, colours = 360, 240, {"weak": "#3a7d44", "medium": "#c0562f"}
    parts = []
    for i, name in enumerate(curves):
        with open(name, newline="") as file:
            rows = list(csv.DictReader(file))
        most = max(float(row["minutes"]) for row in rows)
        place = lambda minutes, won: (50 + i * width + minutes / most * (width - 80), 30 + (1 - won) * (height - 80))
        for won in (0.0, 0.5, 1.0):
            (x, y), (end, _) = place(0, won), place(most, won)
            parts.append(f'<path d="M{x:.1f} {y:.1f}H{end:.1f}" stroke="#999" stroke-width="0.5"/>')
            parts.append(f'<text x="{x - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">{won:.0%}</text>')
        played = [float(row["minutes"]) for row in rows if row["phase"] == "ppo"]
        if played:
            x, y = place(min(played), 1.0)
            parts.append(f'<path d="M{x:.1f} {y:.1f}V{place(0, 0)[1]:.1f}" stroke="#999" stroke-dasharray="3"/>')
            parts.append(f'<text x="{x + 3:.1f}" y="{place(0, 0)[1] - 5:.1f}">PPO</text>')
        for bot, colour in colours.items():
            line = " ".join("{:.1f},{:.1f}".format(*place(float(row["minutes"]), float(row[bot]))) for row in rows)
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        x, y = place(0, 0)
        parts.append(f'<text x="{x:.1f}" y="18" font-weight="bold">{Path(name).stem}</text>')
        parts.append(f'<text x="{x:.1f}" y="{y + 16:.1f}">0</text>')
        parts.append(f'<text x="{place(most, 0)[0]:.1f}" y="{y + 16:.1f}" text-anchor="end">{most:.0f} minutes</text>')
        for j, (bot, colour) in enumerate(colours.items()):
            parts.append(f'<text x="{x + j * 145:.1f}" y="{y + 34:.1f}" fill="{colour}">pairs won against {bot}</text>')
    size = f'viewBox="0 0 {width * len(curves)} {height}" width="{width * len(curves)}" height="{height}"'
    body = "\n".join(parts)
    Path(target).write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11">\n'
                            f'<rect width="100%" height="100%" fill="#fff"/>\n{body}\n</svg>\n')


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("game", nargs="*", help=f"one of {', '.join(games())}; with --plot the curves (CSV) to draw")
    add("--plot", metavar="SVG", help="draw recorded curves and do nothing else")
    add("--minutes", type=float, default=10.0, help="how long to train (default 10)")
    add("--imitation", type=float, default=0.6, help="the share of the time that is imitation; 0 for PPO from nothing")
    add("--teacher", default="strong", help="the built-in bot to imitate (default strong)")
    add("--opponents", default="self,frozen,weak,medium", help="who plays the other seat: self, frozen, random, or built-in bots")
    add("--map", help="the map; default: what suits the game")
    add("--config", type=json.loads, help="constants of the rules as JSON; default: what suits the game")
    add("--seed", type=int, default=1, help="all draws come from here; times differ, so runs do too")
    add("--out", default="weights.npz", help="the file of weights; the learning curve goes beside it, as .csv")
    add("--play", choices=("greedy", "sample"), default="greedy", help="how the weights choose when they play")
    add("--evaluate", type=int, default=0, metavar="PAIRS", help="in the end, play so many pairs against weak and medium")
    add("--load", metavar="FILE", help="train nothing: evaluate these weights")
    add("--threads", type=int, default=2, help="threads of games and of PyTorch (default 2)")
    add("--games", type=int, default=32, help="games at once at each table (default 32)")
    add("--hidden", type=int, default=256, help="width of the layers")
    add("--layers", type=int, default=2, help="how many layers")
    add("--rows", type=int, default=64, help="width of what is made of each unit")
    add("--rate", type=float, default=1e-3, help="learning rate of imitation")
    add("--ppo-rate", type=float, default=1e-4, help="learning rate of PPO")
    add("--updates", type=int, default=8, help="steps of imitation after each 4 decisions of all tables")
    add("--memory", type=int, default=60_000, help="decisions that imitation remembers")
    add("--entropy", type=float, default=0.003, help="how much PPO likes to try things")
    add("--potential", type=float, default=0.2, help="weight of the reward `potential` beside winning")
    add("--warm", type=int, default=5, help="rounds of PPO that learn what to expect and nothing else")
    add("--every", type=float, default=60.0, help="seconds between two measurements")
    add("--quick", type=int, default=30, help="pairs of such a measurement")
    args = parser.parse_args(given)
    if args.plot is None:
        if len(args.game) != 1 or args.game[0] not in games():
            parser.error(f"name one game: {', '.join(games())}")
        args.game = args.game[0]
        args.opponents = args.opponents.split(",")
        args.map = RECIPES[args.game]["map"] if args.map is None else args.map
        args.config = RECIPES[args.game]["config"] if args.config is None else args.config
    return args


def main(given: list[str] | None = None) -> None:
    args = arguments(given)
    if args.plot is not None:
        return plot(args.plot, args.game)
    torch.set_num_threads(args.threads)
    if args.load:
        policy = Policy.load(args.load)
    else:
        trainer = Trainer(args)
        try:
            if args.imitation > 0:
                trainer.imitate(args.minutes * args.imitation)
            trainer.play(args.minutes)
        except KeyboardInterrupt:
            print("interrupted: saving what there is")
        policy = trainer.save()
        print(f"wrote {args.out} and {Path(args.out).with_suffix('.csv')}: {trainer.decisions} decisions")
    for bot in ("weak", "medium") if args.evaluate else ():
        print(json.dumps(measure(args, policy, bot, args.evaluate, 123_456)), flush=True)


if __name__ == "__main__":
    main()
