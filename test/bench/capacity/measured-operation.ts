/** Runs of a function that one operation causes. */
export interface Runs {
  readonly count: number;
  /** Of each, on the machine that measured: engines on the same processors included. */
  readonly ms: number;
}

/** Billed units of one operation: the median of several measurements. */
export interface MeasuredOperation {
  readonly name: string;
  /** Whether it is a call of the API: then the gateway and the authorizer come with it. */
  readonly isCall: boolean;
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Write units by table, and by table and index. */
  readonly writesBy: Readonly<Record<string, number>>;
  /** Sent by functions; those of Lambda's own pollers come with the runs. */
  readonly queueRequests: number;
  readonly keyRequests: number;
  /** Of functions and gateway, without Lambda's own lines. */
  readonly logBytes: number;
  /** To callers and receivers: bodies. */
  readonly outBytes: number;
  readonly runs: Readonly<Record<string, Runs>>;
}

/** All that was measured at once. */
export interface Measured {
  /** "2026-11-21" */
  readonly day: string;
  readonly operations: readonly MeasuredOperation[];
}

/** The middle one; of an even number the lower, so that it is a count that happened. */
export function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0;
}
