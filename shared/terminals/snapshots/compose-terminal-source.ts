import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createRefreshingValue } from '../../platform/caching/refreshing-value.ts';
import { countMetric, describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { loadTerminals } from '../catalogue/embedded-terminals.ts';
import type { ListedTerminal } from '../catalogue/listed-terminal.ts';
import type { TerminalSource } from '../catalogue/terminal-source.ts';
import {
  createDynamoDbSnapshotStore,
  readSnapshot,
  type SnapshotStore,
  unpackTerminals,
} from './dynamodb-snapshot-store.ts';

export interface TerminalSourceParts<View> {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  /** As `RefreshingValueOptions.refreshAfterMs`, in seconds. */
  readonly refreshSeconds: number;
  readonly build: (terminals: readonly ListedTerminal[]) => View;
}

/** Creates the source of a function's terminals: the snapshot in the table, else the catalogue in the bundle. */
export function composeTerminalSource<View>(service: TerminalSourceParts<View>): TerminalSource<View> {
  const snapshots = createDynamoDbSnapshotStore(service.client, service.table);
  return createRefreshingTerminals(snapshots, service.build, service.refreshSeconds * 1000);
}

/** Views of the published terminals. A broken snapshot is reported and never put in service. */
export function createRefreshingTerminals<View>(
  snapshots: Pick<SnapshotStore, 'read'>,
  build: (terminals: readonly ListedTerminal[]) => View,
  refreshAfterMs: number,
  now = Date.now,
): TerminalSource<View> {
  /** The snapshot in service; undefined for the catalogue in the bundle. */
  let inService: string | undefined;
  return createRefreshingValue({
    load: async () => {
      const stored = await snapshots.read();
      if (stored === undefined) return undefined;
      try {
        const snapshot = readSnapshot(stored);
        if (snapshot.sha256 === inService) return undefined;
        const view = build(unpackTerminals(snapshot));
        inService = snapshot.sha256;
        return view;
      } catch (error) {
        log(LOG.snapshotBroken, describeError(error));
        countMetric('TerminalSnapshotBroken');
        return undefined;
      }
    },
    fallback: () => {
      log(LOG.terminalsBundled);
      return build(loadTerminals());
    },
    now,
    refreshAfterMs,
    onUnreadable: (error) => {
      log(LOG.terminalsUnreadable, describeError(error));
      countMetric('TerminalsUnreadable');
    },
  });
}
