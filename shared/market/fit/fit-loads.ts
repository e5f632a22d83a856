import { weightAt } from '../model/robust-mean.ts';

/** The loads that are fitted together: positions `from` to `to`, excluding `to`. */
export interface FittedLoads {
  readonly from: number;
  readonly to: number;
  /** The requested week, the last of the span. */
  readonly week: number;
  readonly weeks: Int32Array;
  readonly counts: Float64Array;
  /** Residual of each load less all effects. */
  readonly unexplained: Float64Array;
  /** Weight of each load: its count, reduced for outliers and for lanes that scatter more than is typical. */
  readonly weights: Float64Array;
  /** Variance of a load of weight 1. */
  readonly noise: number;
}

const FIRST_ROOM = 4096;

/** A copy of the array with a larger length. */
export function grown<Values extends Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(
  values: Values,
  length: number,
): Values {
  const more = values instanceof Int32Array ? new Int32Array(length) : new Float64Array(length);
  more.set(values);
  return more as Values;
}

/** The group of each load; -1 for none. */
export class Groups {
  readonly ids = new Map<string, number>();
  of = new Int32Array(FIRST_ROOM);

  place(position: number, group: string | undefined): void {
    if (position >= this.of.length) this.of = grown(this.of, 2 * this.of.length);
    this.of[position] = group === undefined ? -1 : this.#idOf(group);
  }

  #idOf(group: string): number {
    const id = this.ids.get(group) ?? this.ids.size;
    this.ids.set(group, id);
    return id;
  }

  /** The id of a group by its name; -1 if it has never had a load. */
  find(group: string): number {
    return this.ids.get(group) ?? -1;
  }

  /** Removes the first loads. */
  drop(positions: number): void {
    this.of.copyWithin(0, positions);
  }
}

/** Weight of the typical scatter in a lane's scatter, in loads. */
const SCATTER_LOADS = 12;
/** Larger deviations are clipped, in typical scatters. */
const MAX_SCATTERS = 2.5;
/**
 * Loads of a lane from which it counts toward the market's scatter, and the part of the scatter that the fit
 * leaves.
 */
const MIN_LANE_LOADS = 8;
const LEFT_OF_SCATTER = 0.92;
/** Weight of the typical scatter in the market's scatter, in loads. */
const TYPICAL_LOADS = 200;

/** Columns of loads in the order of their weeks, and their scatter. */
export class LoadColumns {
  #weeks = new Int32Array(FIRST_ROOM);
  #residuals = new Float64Array(FIRST_ROOM);
  #counts = new Float64Array(FIRST_ROOM);
  #unexplained = new Float64Array(FIRST_ROOM);
  #weights = new Float64Array(FIRST_ROOM);
  #size = 0;
  readonly #typical: number;
  #scatter: number;
  #laneScatters = new Float64Array(0);

  /** @param scatter the typical one. */
  constructor(scatter: number) {
    this.#typical = scatter;
    this.#scatter = scatter;
  }

  get size(): number {
    return this.#size;
  }

  /** Estimated scatter of single loads around their lanes. */
  get scatter(): number {
    return this.#scatter;
  }

  /** @returns the position of the load. */
  add(week: number, residual: number, count: number): number {
    if (this.#size >= this.#weeks.length) this.#grow(2 * this.#size);
    this.#weeks[this.#size] = week;
    this.#residuals[this.#size] = residual;
    this.#counts[this.#size] = count;
    return this.#size++;
  }

  #grow(room: number): void {
    this.#weeks = grown(this.#weeks, room);
    this.#residuals = grown(this.#residuals, room);
    this.#counts = grown(this.#counts, room);
    this.#unexplained = grown(this.#unexplained, room);
    this.#weights = grown(this.#weights, room);
  }

  /** Number of loads of the weeks before one. */
  before(week: number): number {
    let loads = 0;
    while (loads < this.#size && (this.#weeks[loads] ?? 0) < week) loads++;
    return loads;
  }

  drop(loads: number): void {
    for (const column of [this.#weeks, this.#residuals, this.#counts]) column.copyWithin(0, loads);
    this.#size -= loads;
  }

  /** Subtracts the effects from the loads. */
  subtract(level: (position: number, week: number) => number): void {
    for (let position = 0; position < this.#size; position++) {
      this.#unexplained[position] =
        (this.#residuals[position] ?? 0) - level(position, this.#weeks[position] ?? 0);
    }
  }

  /** @param from position of the first load. */
  loads(week: number, from = 0): FittedLoads {
    return {
      from,
      to: this.#size,
      week,
      weeks: this.#weeks,
      counts: this.#counts,
      unexplained: this.#unexplained,
      weights: this.#weights,
      noise: this.#scatter ** 2,
    };
  }

  /** Weights the loads by their unexplained parts, and estimates their scatter. */
  weigh({ of, ids }: Groups): void {
    const typical = this.#scatter;
    const squares = new Float64Array(ids.size);
    const loads = new Float64Array(ids.size);
    for (let position = 0; position < this.#size; position++) {
      const lane = of[position] ?? -1;
      const count = this.#counts[position] ?? 0;
      const unexplained = this.#unexplained[position] ?? 0;
      const scatter = this.#laneScatters[lane] ?? typical;
      this.#weights[position] = count * weightAt(unexplained / scatter) * (typical / scatter) ** 2;
      if (lane < 0) continue;
      squares[lane] =
        (squares[lane] ?? 0) + count * Math.min(MAX_SCATTERS * typical, Math.abs(unexplained)) ** 2;
      loads[lane] = (loads[lane] ?? 0) + count;
    }
    let squareSum = TYPICAL_LOADS * this.#typical ** 2;
    let loadSum = TYPICAL_LOADS;
    this.#laneScatters = squares.map((square, lane) => {
      const ofLane = loads[lane] ?? 0;
      if (ofLane >= MIN_LANE_LOADS) {
        loadSum += ofLane;
        squareSum += square / LEFT_OF_SCATTER;
      }
      return Math.sqrt((square + SCATTER_LOADS * typical * typical) / (ofLane + SCATTER_LOADS));
    });
    this.#scatter = Math.sqrt(squareSum / loadSum);
  }
}
