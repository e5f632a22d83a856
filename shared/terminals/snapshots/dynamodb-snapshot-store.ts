import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { SNAPSHOT_KEY } from '../catalogue/dynamodb-terminal-items.ts';
import type { TerminalStore } from '../catalogue/dynamodb-terminal-store.ts';
import { type ListedTerminal, terminalEntries } from '../catalogue/listed-terminal.ts';

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
