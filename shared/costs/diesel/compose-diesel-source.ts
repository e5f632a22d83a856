import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { countMetric } from '../../platform/logging/metric.ts';
import { createDieselSource, type DieselProblem, type DieselSource } from './diesel-source.ts';
import { createDynamoDbDieselReader } from './dynamodb-diesel-store.ts';

export interface DieselTable {
  readonly client: DynamoDBDocumentClient;
  /** Name of the market table. */
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
