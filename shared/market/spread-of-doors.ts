import type { FittedLoads, Groups } from './fit-loads.ts';

/** Loads from which a door's mean says about as much of the door as of its loads' luck. */
const HALF_LOADS = 3;
/** Doors that the usual spreads are worth. */
const USUAL_DOORS = 40;
/** A door further off than this says no more. */
const FARTHEST = 0.5;
const LEAST = 1 / 60;

/** How far apart doors lie beside what is usual, as ratios of variances. */
export interface DoorSpread {
  /** All doors of a freight market. */
  readonly ofMarket: number;
  /** Doors of one lane. */
  readonly ofLane: number;
}

/** A level of loads, and the groups that they are in. */
export interface DoorLevels {
  readonly doors: Groups;
  readonly lanes: Groups;
  /** What the effects of area, lane and door say of a load: put back to where it lies off. */
  level(position: number, week: number): number;
}

/**
 * How far apart doors lie: the variance of their means, less what their loads' scatter makes of it, drawn to the usual as
 * far as doors are few.
 * @param usual variances of a door beside its freight market, and beside its lane.
 */
export function spreadOfDoors(
  loads: FittedLoads,
  { doors, lanes, level }: DoorLevels,
  usual: DoorSpread,
): DoorSpread {
  const { from, to, weeks, off, weights, noise } = loads;
  const sums = new Float64Array(doors.ids.size);
  const weighed = new Float64Array(doors.ids.size);
  const laneOf = new Int32Array(doors.ids.size);
  for (let position = from; position < to; position++) {
    const door = doors.of[position] ?? -1;
    if (door < 0) continue;
    const weight = weights[position] ?? 0;
    sums[door] = (sums[door] ?? 0) + weight * ((off[position] ?? 0) + level(position, weeks[position] ?? 0));
    weighed[door] = (weighed[door] ?? 0) + weight;
    laneOf[door] = lanes.of[position] ?? 0;
  }
  const all = new Spread();
  const byLane = new Map<number, Spread>();
  for (const [door, weight] of weighed.entries()) {
    if (weight === 0) continue;
    const mean = Math.max(-FARTHEST, Math.min(FARTHEST, (sums[door] ?? 0) / weight));
    const told = weight / (weight + HALF_LOADS);
    all.add(mean, told, noise / weight);
    const lane = laneOf[door] ?? 0;
    const ofLane = byLane.get(lane) ?? new Spread();
    byLane.set(lane, ofLane);
    ofLane.add(mean, told, noise / weight);
  }
  const within = { squares: 0, doors: 0 };
  for (const lane of byLane.values()) {
    const { squares, doors: told } = lane.aroundMean();
    within.squares += squares;
    within.doors += told;
  }
  return {
    ofMarket: drawn(all.aroundZero(), usual.ofMarket),
    ofLane: drawn(within, usual.ofLane),
  };
}

/** Sum of squares less what luck makes of it, and the doors that it is of. */
interface Squares {
  readonly squares: number;
  readonly doors: number;
}

const drawn = ({ squares, doors }: Squares, usual: number): number =>
  Math.max(LEAST, (squares + USUAL_DOORS * usual) / (doors + USUAL_DOORS) / usual);

/** Means of doors, each counting as far as its loads tell it. */
class Spread {
  #told = 0;
  #toldSquared = 0;
  #sum = 0;
  #squares = 0;
  #luck = 0;

  add(mean: number, told: number, luck: number): void {
    this.#told += told;
    this.#toldSquared += told * told;
    this.#sum += told * mean;
    this.#squares += told * mean * mean;
    this.#luck += told * luck;
  }

  aroundZero(): Squares {
    return { squares: this.#squares - this.#luck, doors: this.#told };
  }

  aroundMean(): Squares {
    const doors = this.#told - this.#toldSquared / this.#told;
    return {
      squares: this.#squares - this.#sum ** 2 / this.#told - (this.#luck * doors) / this.#told,
      doors,
    };
  }
}
