import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { countMetric } from '../../platform/logging/metric.ts';
import { createDynamoDbDieselReader } from './dynamodb-diesel-reader.ts';
import { createRefreshingDiesel, type DieselSource, type DieselTrouble } from './refreshing-diesel.ts';

export interface DieselSourceParts {
  readonly client: DynamoDBDocumentClient;
  /** Name of the market table. */
  readonly table: string;
  /** As `RefreshingValueOptions.refreshAfterMs`, in seconds. */
  readonly refreshSeconds: number;
}

/** The diesel prices that a function prices by: those of the table over those in its bundle. */
export function composeDieselSource({ client, table, refreshSeconds }: DieselSourceParts): DieselSource {
  return createRefreshingDiesel({
    shelf: createDynamoDbDieselReader(client, table),
    now: Date.now,
    refreshAfterMs: refreshSeconds * 1000,
    onTrouble: report,
  });
}

const REPORTS = {
  stale: { level: 'warn', message: LOG.dieselStale, metric: 'DieselStale' },
  broken: { level: 'error', message: LOG.dieselBroken, metric: 'DieselBroken' },
  unreadable: { level: 'error', message: LOG.dieselUnreadable, metric: 'DieselUnreadable' },
} as const;

function report(trouble: DieselTrouble): void {
  const { level, message, metric } = REPORTS[trouble.kind];
  log(level, message, trouble.kind === 'stale' ? { week: trouble.week } : describeError(trouble.error));
  countMetric(metric);
}
