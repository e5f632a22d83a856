import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { countMetric } from '../../platform/logging/metric.ts';
import { loadTerminals } from '../catalogue/embedded-terminals.ts';
import type { ListedTerminal } from '../catalogue/listed-terminal.ts';
import type { TerminalSource } from '../catalogue/terminal-source.ts';
import { createDynamoDbSnapshotReader } from './dynamodb-snapshot-reader.ts';
import { createRefreshingTerminals, type TerminalSourceProblem } from './refreshing-terminals.ts';

export interface TerminalSourceParts<View> {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  /** As `RefreshingTerminals.refreshAfterMs`, in seconds. */
  readonly refreshSeconds: number;
  readonly build: (terminals: readonly ListedTerminal[]) => View;
}

/** Creates the source of a function's terminals: the snapshot in the table, else the catalogue in the bundle. */
export function composeTerminalSource<View>(service: TerminalSourceParts<View>): TerminalSource<View> {
  return createRefreshingTerminals({
    snapshots: createDynamoDbSnapshotReader(service.client, service.table),
    bundled: loadTerminals,
    build: service.build,
    now: Date.now,
    refreshAfterMs: service.refreshSeconds * 1000,
    onProblem: report,
  });
}

function report(problem: TerminalSourceProblem): void {
  if (problem.kind === 'bundled') {
    log(LOG.terminalsBundled);
    return;
  }
  const { kind, error } = problem;
  if (kind === 'broken') {
    log(LOG.snapshotBroken, { version: problem.version, ...describeError(error) });
    countMetric('TerminalSnapshotBroken');
  } else {
    log(LOG.terminalsUnreadable, describeError(error));
    countMetric('TerminalsUnreadable');
  }
}
