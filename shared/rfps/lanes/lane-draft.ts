import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import type { ManualPrice } from '../../quotes/record/manual-price.ts';

/** A lane as parsed: invalid fields are undefined, and `errors` has an entry for each. */
export interface LaneDraft {
  /** The caller's own id, which may repeat; "" if there is none. */
  readonly laneId: string;
  /** The caller's text, cut to the longest place text, with control characters replaced; "" if it is not a text. */
  readonly origin: string;
  readonly destination: string;
  readonly equipment: EquipmentType | undefined;
  /** Loads a week, above 0 with at most `WEEKLY_DECIMALS` decimals; undefined if unknown or invalid. */
  readonly weeklyVolume: number | undefined;
  /** Tariff names that fit the equipment, each once; undefined if invalid. */
  readonly requirements: readonly string[] | undefined;
  /** Of the requirements with a quantity of their own. */
  readonly quantities: Readonly<Record<string, number>>;
  /** Places between the ends, in order; none if they are invalid. */
  readonly stops: readonly string[];
  /** Pounds of cargo; null if unknown or invalid. */
  readonly weightLbs: number | null;
  /** What is moved; "" if unknown or invalid. */
  readonly commodity: string;
  /** The price that a person sets; null if the strategy prices the lane. */
  readonly price: ManualPrice | null;
  readonly errors: readonly FieldError[];
  /** The cells of its row, if the lane comes from a file. */
  readonly cells?: readonly string[];
  /** A person corrected the lane: its row says something else. */
  readonly corrected?: true;
  readonly warnings?: readonly RowWarning[];
}

/** What was not read of a row. */
export interface RowWarning {
  /** Field of the lane that it is about. */
  readonly field: string;
  /** A sentence. */
  readonly message: string;
}

/** Lanes of one chunk: one unit of work and of storage. A multiple of the lanes of a call. */
export const LANES_PER_CHUNK = 50;

/** Weeks of an annual volume or spend. */
export const WEEKS_PER_YEAR = 52;
/** Enough for a volume of one load a year. */
export const WEEKLY_DECIMALS = 6;
/** The decimals of loads a year that a weekly volume of `WEEKLY_DECIMALS` still has. */
const ANNUAL_DECIMALS = 4;

/** Price times loads a year, integer cents, rounded once: an annual volume that a file gave is exact again. */
export const annualCents = (totalCents: number, weeklyVolume: number): number =>
  Math.round(totalCents * Number((weeklyVolume * WEEKS_PER_YEAR).toFixed(ANNUAL_DECIMALS)));

/** Maximum number of lanes in a request body. */
export const MAX_BODY_LANES = 1_000;
/** Maximum number of lanes of an RFP. */
export const MAX_RFP_LANES = 100_000;

/** The chunk of a lane, and its place there. Both count from 0. */
export const chunkOf = (index: number) => ({
  chunk: Math.floor(index / LANES_PER_CHUNK),
  offset: index % LANES_PER_CHUNK,
});

/** The number of chunks of an RFP. */
export const chunkCount = (lanes: number): number => Math.ceil(lanes / LANES_PER_CHUNK);

/** The number of lanes of a chunk. */
export const lanesIn = (chunk: number, lanes: number): number =>
  Math.max(0, Math.min(LANES_PER_CHUNK, lanes - chunk * LANES_PER_CHUNK));
