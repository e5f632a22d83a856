import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { createRefreshingValue, type Source } from '../../platform/caching/refreshing-value.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { positiveNumber, text } from '../../platform/env/read-env.ts';
import { countMetric, describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { SNAPSHOT_KEY } from '../catalogue/dynamodb-terminal-items.ts';
import type { TerminalStore } from '../catalogue/dynamodb-terminal-store.ts';
import { loadTerminals } from '../catalogue/embedded-terminals.ts';
import { type ListedTerminal, terminalEntries } from '../catalogue/terminal.ts';
import { toListedTerminal } from '../catalogue/terminal-record.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(1));

const snapshotSchema = v.object({
  /** Incremented by each snapshot. */
  version: count,
  /** Number of terminals, including closed ones. */
  count,
  /** Hash of the JSON, in hex: equal snapshots have equal hashes. */
  sha256: v.string(),
  /** Compressed JSON of all terminals. */
  content: v.instance(Uint8Array),
});

/** All terminals at one time, as functions read them. */
export type Snapshot = v.InferOutput<typeof snapshotSchema>;

const contentSchema = v.pipe(
  v.array(
    v.object({
      ...terminalEntries,
      id: v.optional(v.string()),
      formerNames: v.optional(v.array(v.string())),
      closed: v.optional(v.boolean()),
    }),
  ),
  v.minLength(1),
);

export function packTerminals(terminals: readonly ListedTerminal[]): Omit<Snapshot, 'version'> {
  const json = JSON.stringify(terminals);
  const content = brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return { count: terminals.length, sha256: createHash('sha256').update(json).digest('hex'), content };
}

/** Reads a stored snapshot. @throws ValiError if it has another form. */
export const readSnapshot = (stored: unknown): Snapshot => v.parse(snapshotSchema, stored);

/** The terminals of a snapshot. @throws Error if the content is damaged or not such a list. */
export const unpackTerminals = ({ content }: Pick<Snapshot, 'content'>): readonly ListedTerminal[] =>
  v.parse(contentSchema, JSON.parse(brotliDecompressSync(content).toString()));

/** Ports of every operation that changes terminals and publishes them. */
export interface TerminalWritePorts {
  readonly store: TerminalStore;
  readonly snapshots: SnapshotStore;
  readonly now: () => Date;
}

export type SnapshotStore = ReturnType<typeof createDynamoDbSnapshotStore>;

/** The snapshot as one item of the terminals table. */
export function createDynamoDbSnapshotStore(client: DynamoDBDocumentClient, TableName: string) {
  return {
    /** The stored snapshot, strongly consistent; undefined before the first publication. */
    read: async (): Promise<unknown> => {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: SNAPSHOT_KEY, ConsistentRead: true }),
      );
      return Item;
    },

    /** Replaces the snapshot; `outdated` if its version is not `from` (0: there is none). */
    replace: async (snapshot: Snapshot, from: number): Promise<'replaced' | 'outdated'> => {
      const unmet = await transactWrite(client, [
        {
          Put: {
            TableName,
            Item: { ...SNAPSHOT_KEY, ...snapshot },
            ConditionExpression: `#version = :from${from === 0 ? ' OR attribute_not_exists(#version)' : ''}`,
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: { ':from': from },
          },
        },
      ]);
      return unmet.length === 0 ? 'replaced' : 'outdated';
    },
  };
}

/** A view (search or directory) of the currently published terminals. */
export type TerminalSource<View> = Source<View>;

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

/** Environment variables of functions that use the published terminals. */
export const TERMINAL_VARIABLES = {
  TERMINALS_TABLE: text(),
  /** Age of the terminals in memory at which the function checks for a newer snapshot. */
  TERMINALS_REFRESH_SECONDS: positiveNumber(),
};

const ATTEMPTS = 25;
const MAX_WAIT_MS = 200;

/** An item of DynamoDB has at most 400 KB. */
const MAX_BYTES = 390_000;

export interface Publication {
  /** Whether a new snapshot was needed. */
  readonly published: boolean;
  /** The current version; 0 if there are no terminals. */
  readonly version: number;
  /** Number of terminals, including closed ones. */
  readonly count: number;
}

class SnapshotNotPublishedError extends Error {
  override readonly name = 'SnapshotNotPublishedError';
}

/**
 * Publishes a snapshot of all terminals, unless the current snapshot has the same content.
 * It replaces only the snapshot that was current before the terminals were read. If another operator published in the
 * meantime, the terminals are read again, so that no change is lost.
 * @throws SnapshotNotPublishedError after 25 conflicts, or if the terminals do not fit into an item.
 */
export async function publishSnapshot({ store, snapshots }: TerminalWritePorts): Promise<Publication> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await wait(MAX_WAIT_MS * Math.random());
    const stored = await snapshots.read();
    const records = [...(await store.all())].sort((a, b) => (a.id < b.id ? -1 : 1));
    const packed = packTerminals(records.map(toListedTerminal));
    const { count, content } = packed;
    const before = Number(Object(stored).version ?? 0);
    if (count === 0 || Object(stored).sha256 === packed.sha256)
      return { published: false, version: before, count };
    if (content.length > MAX_BYTES)
      throw new SnapshotNotPublishedError(`${count} terminals have more than ${MAX_BYTES} bytes`);
    if ((await snapshots.replace({ version: before + 1, ...packed }, before)) === 'replaced')
      return { published: true, version: before + 1, count };
  }
  throw new SnapshotNotPublishedError(`another operator published first in ${ATTEMPTS} consecutive attempts`);
}
