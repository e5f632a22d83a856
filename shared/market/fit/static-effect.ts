import { type FittedLoads, Groups, grown } from './fit-loads.ts';

/** An effect that stands staticEffects: one value a group, drawn to 0 as far as its loads are few. */
export class StaticEffect {
  readonly groups = new Groups();
  /** How far apart groups usually lie, and what they are taken for: variances. */
  readonly typical: number;
  variance: number;
  #values = new Float64Array(0);
  #changes = new Float64Array(0);
  #counted = new Float64Array(0);

  constructor(deviation: number) {
    this.typical = deviation * deviation;
    this.variance = this.typical;
  }

  /** Makes room for groups that came. */
  prepare(): void {
    const room = 2 * this.groups.ids.size;
    if (room <= 2 * this.#values.length) return;
    this.#values = grown(this.#values, room);
    this.#changes = new Float64Array(room);
    this.#counted = new Float64Array(room);
  }

  /** What it says of a load. */
  at(position: number): number {
    return this.#values[this.groups.of[position] ?? -1] ?? 0;
  }

  /** What it says of a group. */
  on(group: string): number {
    return this.#values[this.groups.find(group)] ?? 0;
  }

  /** Takes each group for what its loads say beside all other effects. */
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
    const drawn = noise / this.variance;
    for (let id = 0; id < ids.size; id++) {
      const before = this.#values[id] ?? 0;
      const weight = counted[id] ?? 0;
      const value = ((sums[id] ?? 0) + weight * before) / (weight + drawn);
      this.#values[id] = value;
      this.#changes[id] = value - before;
    }
    for (let position = from; position < to; position++) {
      const id = of[position] ?? -1;
      if (id >= 0) unexplained[position] = (unexplained[position] ?? 0) - (this.#changes[id] ?? 0);
    }
  }
}
