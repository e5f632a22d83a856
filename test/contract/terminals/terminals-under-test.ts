import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoDbTerminalStore } from '../../../shared/terminals/catalogue/dynamodb-terminal-store.ts';
import { terminalId } from '../../../shared/terminals/catalogue/terminal.ts';
import type { TerminalRecord } from '../../../shared/terminals/catalogue/terminal-record.ts';
import {
  createDynamoDbSnapshotStore,
  readSnapshot,
  type TerminalWritePorts,
  unpackTerminals,
} from '../../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import { createTerminalsTable, startTestDynamoDb } from '../../support/dynamodb-local.ts';
import { terminalsUnderTest } from '../../support/in-memory-terminals.ts';
import { localDocumentClient } from '../../support/local-document-client.ts';

/** The write ports of terminals, on one engine. */
export interface Ports extends TerminalWritePorts {
  stop(): Promise<void>;
}

/** Starts DynamoDB Local; `prepare` can add middleware to the client before its first use. */
export async function dynamoDb(prepare?: (client: DynamoDBDocumentClient) => void): Promise<Ports> {
  const engine = await startTestDynamoDb();
  const TableName = await createTerminalsTable(engine.endpoint);
  const client = localDocumentClient(engine.endpoint);
  prepare?.(client);
  return {
    store: createDynamoDbTerminalStore(client, TableName),
    snapshots: createDynamoDbSnapshotStore(client, TableName),
    now: () => new Date('2026-03-01T12:00:00.000Z'),
    stop: async () => {
      client.destroy();
      await engine.stop();
    },
  };
}

async function inMemory(): Promise<Ports> {
  return { ...terminalsUnderTest().ports, stop: async () => undefined };
}

/** All engines of the contract suite. */
export const ENGINES = [
  ['DynamoDB', () => dynamoDb()],
  ['memory', inMemory],
] as const;

/** Names of the published terminals. */
export async function publishedNames({ snapshots }: TerminalWritePorts): Promise<string[]> {
  const stored = await snapshots.read();
  return stored === undefined
    ? []
    : unpackTerminals(readSnapshot(stored))
        .map(({ name }) => name)
        .sort();
}

/** A record of revision 1, with overrides. */
export function terminalRecord(name: string, change: Partial<TerminalRecord> = {}): TerminalRecord {
  return {
    id: terminalId(name),
    name,
    aliases: [],
    group: 'Test port',
    type: 'marine',
    address: '',
    city: 'Elizabeth',
    portCity: '',
    state: 'NJ',
    zip: '07201',
    latitude: 40.68,
    longitude: -74.15,
    precision: 'facility',
    smdgCode: '',
    locode: '',
    services: ['container'],
    principal: false,
    port: '',
    hours: '',
    source: 'test',
    verified: false,
    status: 'open',
    formerNames: [],
    origin: 'operator',
    revision: 1,
    updatedAt: '2026-03-01T12:00:00.000Z',
    ...change,
  };
}
