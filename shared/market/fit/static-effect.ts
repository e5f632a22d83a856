import { type FittedLoads, Groups, grown } from './fit-loads.ts';

/** An effect that does not change over time: one value for each group, shrunk toward 0 if it has few loads. */
export class StaticEffect {
  readonly groups = new Groups();
  /** Variance between groups: the typical one and the current one. */
  readonly typical: number;
  variance: number;
  #values = new Float64Array(0);
  #changes = new Float64Array(0);
  #counted = new Float64Array(0);

  constructor(deviation: number) {
    this.typical = deviation * deviation;
    this.variance = this.typical;
  }

  /** Makes room for new groups. */
  prepare(): void {
    const room = 2 * this.groups.ids.size;
    if (room <= 2 * this.#values.length) return;
    this.#values = grown(this.#values, room);
    this.#changes = new Float64Array(room);
    this.#counted = new Float64Array(room);
  }

  /** The effect on a load. */
  at(position: number): number {
    return this.#values[this.groups.of[position] ?? -1] ?? 0;
  }

  /** The effect of a group. */
  on(group: string): number {
    return this.#values[this.groups.find(group)] ?? 0;
  }

  /** Fits each group to its loads less all other effects. */
  fit({ from, to, unexplained, weights, noise }: FittedLoads): void {
    const { of, ids } = this.groups;
    const sums = this.#changes.fill(0);
    const counted = this.#counted.fill(0);
    for (let position = from; position < to; position++) {
      const id = of[position] ?? -1;
      if (id < 0) continue;
      const weight = weights[position] ?? 0;
      sums[id] = (sums[id] ?? 0) + weight * (unexplained[position] ?? 0);
      counted[id] = (counted[id] ?? 0) + weight;
    }
    const shrinkage = noise / this.variance;
    for (let id = 0; id < ids.size; id++) {
      const before = this.#values[id] ?? 0;
      const weight = counted[id] ?? 0;
      const value = ((sums[id] ?? 0) + weight * before) / (weight + shrinkage);
      this.#values[id] = value;
      this.#changes[id] = value - before;
    }
    for (let position = from; position < to; position++) {
      const id = of[position] ?? -1;
      if (id >= 0) unexplained[position] = (unexplained[position] ?? 0) - (this.#changes[id] ?? 0);
    }
  }
}
