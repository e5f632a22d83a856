import { weightAt } from '../model/robust-mean.ts';

/** The loads that are fitted together, by position from one up to, not including, another. */
export interface FittedLoads {
  readonly from: number;
  readonly to: number;
  /** The week that is asked for, the last of the span. */
  readonly week: number;
  readonly weeks: Int32Array;
  readonly counts: Float64Array;
  /** Where each lies off what all effects say of it. */
  readonly unexplained: Float64Array;
  /** What each counts: its count, less where it strays, and where its lane scatters more than is typical. */
  readonly weights: Float64Array;
  /** Variance of a load that counts 1. */
  readonly noise: number;
}

const FIRST_ROOM = 4096;

/** The same numbers with room for more. */
export function grown<Values extends Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(
  values: Values,
  length: number,
): Values {
  const more = values instanceof Int32Array ? new Int32Array(length) : new Float64Array(length);
  more.set(values);
  return more as Values;
}

/** Which group each load is in; -1 where it is in none. */
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

  /** The id of a group by its name; -1 where no load was ever in it. */
  find(group: string): number {
    return this.ids.get(group) ?? -1;
  }

  /** Forgets the loads before a position, which becomes the first. */
  drop(positions: number): void {
    this.of.copyWithin(0, positions);
  }
}

/** Loads that a lane's typical scatter is worth beside what the lane's own loads say. */
const SCATTER_LOADS = 12;
/** Beyond so many typical scatters a load says nothing more of how loads scatter. */
const MAX_SCATTERS = 2.5;
/** Loads of a lane from which they tell how all loads scatter, and the part of it that the fit leaves of them. */
const MIN_LANE_LOADS = 8;
const LEFT_OF_SCATTER = 0.92;
/** Loads that the typical scatter of the trade is worth. */
const TYPICAL_LOADS = 200;

/** Columns of loads in the order of their weeks, and how they scatter. */
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

  /** @param scatter what is typical in the trade. */
  constructor(scatter: number) {
    this.#typical = scatter;
    this.#scatter = scatter;
  }

  get size(): number {
    return this.#size;
  }

  /** Scatter of single loads around their lanes, as far as it is known. */
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

  /** Loads of the weeks before one. */
  before(week: number): number {
    let loads = 0;
    while (loads < this.#size && (this.#weeks[loads] ?? 0) < week) loads++;
    return loads;
  }

  drop(loads: number): void {
    for (const column of [this.#weeks, this.#residuals, this.#counts]) column.copyWithin(0, loads);
    this.#size -= loads;
  }

  /** Takes what effects say off the loads. */
  subtract(level: (position: number, week: number) => number): void {
    for (let position = 0; position < this.#size; position++) {
      this.#unexplained[position] =
        (this.#residuals[position] ?? 0) - level(position, this.#weeks[position] ?? 0);
    }
  }

  /** Loads as they are. @param from position of the first. */
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

  /** Weighs the loads by where they lie unexplained now, and learns from it how they scatter. */
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
