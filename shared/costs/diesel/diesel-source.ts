import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createRefreshingValue, type Source } from '../../platform/caching/refreshing-value.ts';
import { countMetric, describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { utcDay } from '../../platform/time/utc-day.ts';
import {
  BrokenDieselBookError,
  type DieselLookup,
  type DieselReader,
  dieselFor,
  dieselLookup,
  isStale,
  mergeBundledWeeks,
  readDieselBook,
} from './diesel-lookup.ts';
import { createDynamoDbDieselReader } from './dynamodb-diesel-store.ts';

/** Port: the current diesel prices. */
export type DieselSource = Source<DieselLookup>;

/** A reason why the current prices may be older than the published ones. */
export type DieselProblem =
  | { readonly kind: 'broken' | 'unreadable'; readonly error: unknown }
  | { readonly kind: 'stale'; readonly week: string };

export interface DieselSourceOptions {
  readonly reader: DieselReader;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** See `RefreshingValue.refreshAfterMs`. */
  readonly refreshAfterMs: number;
  readonly onProblem: (trouble: DieselProblem) => void;
}

/**
 * The bundled and the recorded prices, cached and refreshed in the background. A broken book is reported and ignored:
 * the last valid book stays in use, or the bundled table.
 */
export function createDieselSource(options: DieselSourceOptions): DieselSource {
  const { reader, now, refreshAfterMs, onProblem } = options;
  let version = 0;
  let lookup = dieselFor;

  const readNewVersion = async (): Promise<void> => {
    try {
      const book = await readDieselBook(reader);
      if (book === undefined || book.version === version) return;
      lookup = dieselLookup(mergeBundledWeeks(book.weeks));
      version = book.version;
    } catch (error) {
      if (!(error instanceof BrokenDieselBookError)) throw error;
      onProblem({ kind: 'broken', error });
    }
  };

  return createRefreshingValue({
    load: async () => {
      await readNewVersion();
      const today = utcDay(new Date(now()));
      // All areas have the same weeks, so the state does not matter.
      const newest = lookup('', today);
      if (isStale(newest, today)) onProblem({ kind: 'stale', week: newest.week });
      return lookup;
    },
    fallback: () => lookup,
    now,
    refreshAfterMs,
    onUnreadable: (error) => onProblem({ kind: 'unreadable', error }),
  });
}

export interface DieselTable {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  /** As `RefreshingValueOptions.refreshAfterMs`, in seconds. */
  readonly refreshSeconds: number;
}

/** The diesel prices of a function: the bundled weeks and the recorded weeks of the market table. */
export function composeDieselSource({ client, table, refreshSeconds }: DieselTable): DieselSource {
  return createDieselSource({
    reader: createDynamoDbDieselReader(client, table),
    now: Date.now,
    refreshAfterMs: refreshSeconds * 1000,
    onProblem: report,
  });
}

const REPORTS = {
  stale: { message: LOG.dieselStale, metric: 'DieselStale' },
  broken: { message: LOG.dieselBroken, metric: 'DieselBroken' },
  unreadable: { message: LOG.dieselUnreadable, metric: 'DieselUnreadable' },
} as const;

function report(problem: DieselProblem): void {
  const { message, metric } = REPORTS[problem.kind];
  log(message, problem.kind === 'stale' ? { week: problem.week } : describeError(problem.error));
  countMetric(metric);
}
