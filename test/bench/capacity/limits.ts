import { DEFAULT_CALLS_PER_SECOND, type Load } from './load.ts';

/** A maximum of a load, set by AWS or by this code. */
export interface Limit {
  readonly name: string;
  readonly of: (load: Load) => number;
  readonly most: number;
  /** Source of the limit. */
  readonly by: string;
}

const sumOfTable = ({ writeUnitsPerSecond }: Load, table: string): number => writeUnitsPerSecond[table] ?? 0;

/** 500 announcements per second; each run of a minute keeps 5 of 28 s for its last group (functions/announce-expiries). */
const ANNOUNCED_PER_DAY = 500 * (28 - 5) * 1_440;

/** In the order in which a growing load reaches them, since new tables start small. */
export const LIMITS: readonly Limit[] = [
  {
    name: 'functions at once',
    of: ({ functionsAtOnce }) => functionsAtOnce,
    most: 1_000,
    by: 'Lambda, of an account and region; a new account may have 10',
  },
  {
    name: 'write units a second, quotes',
    of: (load) => sumOfTable(load, 'quotes'),
    most: 4_000,
    by: 'DynamoDB, what a new on-demand table begins with; 40,000 is the quota of a table',
  },
  {
    name: 'write units a second, deliveries',
    of: (load) => sumOfTable(load, 'deliveries'),
    most: 4_000,
    by: 'the same',
  },
  {
    name: 'write units a second, by-look',
    of: (load) => sumOfTable(load, 'deliveries by-look'),
    most: 16_000,
    by: '1,000 in each of its 16 partition keys (CHECK_SHARDS)',
  },
  {
    name: 'quotes that expire a day',
    of: ({ quotesPerDay }) => quotesPerDay,
    most: ANNOUNCED_PER_DAY,
    by: 'announce-expiries: 500 a second, 23 seconds of each minute',
  },
  {
    name: 'organizations',
    of: ({ callsPerSecond }) => callsPerSecond / DEFAULT_CALLS_PER_SECOND,
    most: 10_000,
    by: 'API Gateway, keys of an account and region; 300 of them on the enterprise plan, by its usage plans',
  },
];
