"""SANE: symbiotic, adaptive neuro-evolution.

CITE: D. E. Moriarty and R. Miikkulainen 1996; Kocsis 2003, appendix A.2.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# The fitness of a neuron is that of its best networks, so many of them.
N_BEST = 5


@dataclass(frozen=True)
class SaneOptions:
    """The constants of SANE.

    Attributes
    ----------
    neurons, networks : int
        The sizes of the two populations.
    elite : float
        The share of both that is kept, and from which parents are drawn.
    mutation : float
        The chance that a weight of a child is changed.
    neuron_mutation : float
        The chance that a network's child gets another neuron in a place.
    spread : float
        The size of a change.
    density : float
        The share of a neuron's connections that exist at first.
    """

    neurons: int = 400
    networks: int = 100
    elite: float = 0.25
    mutation: float = 0.02
    neuron_mutation: float = 0.02
    spread: float = 0.5
    density: float = 0.7


class Sane:
    """Two populations: neurons, and networks made of them.

    A neuron is a hidden unit with its connections to inputs and outputs; a network is a list of
    neurons. Networks are judged from outside; a neuron is worth what its best five networks are.

    Parameters
    ----------
    shape : tuple of int
        Inputs, hidden units and outputs of the networks.
    options : SaneOptions, optional
        The constants.
    seed : int
        Of all that is random.

    Examples
    --------
    >>> sane = Sane((3, 4, 2), SaneOptions(neurons=20, networks=6), seed=1)
    >>> sane.values().shape
    (6, 26)
    >>> sane.evolve(np.arange(6.0))
    >>> sane.generation
    1
    """

    def __init__(
        self, shape: tuple[int, int, int], options: SaneOptions | None = None, *, seed: int = 0
    ) -> None:
        self.shape = shape
        self.options = options or SaneOptions()
        self.seed = seed
        self.generation = 0
        inputs, hidden, outputs = shape
        generator = np.random.default_rng([seed, 0])
        size = (self.options.neurons, inputs + 1 + outputs)
        weights = generator.normal(0.0, self.options.spread, size)
        self.neurons: Floats = weights * (generator.random(size) < self.options.density)
        self.members: NDArray[np.int64] = np.stack(
            [
                generator.choice(self.options.neurons, hidden, replace=False)
                for _ in range(self.options.networks)
            ]
        )

    def values(self) -> NDArray[np.float32]:
        """Return the networks as rows: bias and inputs of each hidden unit, then the outputs."""
        inputs, _, outputs = self.shape
        units = self.neurons[self.members]
        first = units[:, :, : inputs + 1].reshape(len(units), -1)
        second = np.swapaxes(units[:, :, inputs + 1 :], 1, 2)
        bias = np.zeros((len(units), outputs, 1))
        last = np.concatenate([bias, second], axis=2).reshape(len(units), -1)
        return np.concatenate([first, last], axis=1).astype(np.float32)

    def evolve(self, fitness: Floats) -> None:
        """Make the next generation of networks with these fitnesses, and of their neurons."""
        generator = np.random.default_rng([self.seed, self.generation + 1])
        worth = self._neuron_fitness(fitness)
        best = np.argsort(-fitness, kind="stable")
        ranked = np.argsort(-worth, kind="stable")
        self.members = self._next_networks(generator, best, ranked)
        self.neurons = self._next_neurons(generator, ranked)
        self.generation += 1

    def _neuron_fitness(self, fitness: Floats) -> Floats:
        """Return the sum over the best five networks of each neuron; who is in none is worth least.

        A neuron that is in fewer than five counts as if in as many as the average of its own.
        """
        worth = np.full(len(self.neurons), -np.inf)
        for neuron in range(len(self.neurons)):
            own = np.sort(fitness[(self.members == neuron).any(axis=1)])[::-1][:N_BEST]
            if len(own):
                worth[neuron] = own.mean() * N_BEST
        return worth

    def _next_neurons(self, generator: np.random.Generator, ranked: NDArray[np.int64]) -> Floats:
        """Keep the fittest in their places; the others become children of fit parents."""
        n, width = self.neurons.shape
        n_elite = max(2, int(n * self.options.elite))
        neurons = self.neurons.copy()
        for place in ranked[n_elite:]:
            # A better rank is drawn more often.
            one, two = ranked[(n_elite * generator.random(2) ** 2).astype(np.int64)]
            cut = generator.integers(1, width)
            child = np.concatenate([self.neurons[one, :cut], self.neurons[two, cut:]])
            changed = generator.random(width) < self.options.mutation
            neurons[place] = child + changed * generator.normal(0, self.options.spread, width)
        return neurons

    def _next_networks(
        self, generator: np.random.Generator, best: NDArray[np.int64], ranked: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Keep the fittest; the others are crossed, with other neurons of good rank here and there.

        Those kept go on with the same places, of which those of fit neurons stay as they are.
        """
        n, hidden = self.members.shape
        n_elite = max(2, int(n * self.options.elite))
        n_good = max(2, int(len(ranked) * self.options.elite))
        kept = self.members[best[:n_elite]]
        children = []
        for _ in range(n - n_elite):
            one, two = kept[(n_elite * generator.random(2) ** 2).astype(np.int64)]
            cut = generator.integers(1, hidden) if hidden > 1 else 0
            child = np.concatenate([one[:cut], two[cut:]])
            changed = generator.random(hidden) < self.options.neuron_mutation
            child = np.where(changed, ranked[generator.integers(0, n_good, hidden)], child)
            children.append(child)
        return np.concatenate([kept, np.array(children, dtype=np.int64).reshape(-1, hidden)])
