/** Runs of a function that one operation causes. */
export interface Runs {
  readonly count: number;
  /** Duration of each run on the measuring machine, whose engines use the same processors. */
  readonly ms: number;
}

/** Billed units of one operation: the median of several measurements. */
export interface MeasuredOperation {
  readonly name: string;
  /** Whether it is a call of the API, which also uses the gateway and the authorizer. */
  readonly isCall: boolean;
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Write units by table, and by table and index. */
  readonly writesBy: Readonly<Record<string, number>>;
  /** Requests by functions; requests by Lambda's pollers are computed from the runs. */
  readonly queueRequests: number;
  readonly keyRequests: number;
  /** Log bytes of functions and gateway, without the lines of Lambda. */
  readonly logBytes: number;
  /** Bytes of bodies to callers and receivers. */
  readonly outBytes: number;
  readonly runs: Readonly<Record<string, Runs>>;
}

/** All results of one measurement. */
export interface Measured {
  /** "2026-11-21" */
  readonly day: string;
  readonly operations: readonly MeasuredOperation[];
}

/** The middle value; for an even number of values, the lower one, so that it is an observed count. */
export function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0;
}
