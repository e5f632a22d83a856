import type { TerminalStore } from '../../shared/terminals/catalogue/dynamodb-terminal-store.ts';
import { nameKey } from '../../shared/terminals/catalogue/terminal.ts';
import type { TerminalRecord } from '../../shared/terminals/catalogue/terminal-record.ts';
import type {
  SnapshotStore,
  TerminalWritePorts,
} from '../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';

export interface InMemoryTerminals {
  readonly store: TerminalStore;
  readonly snapshots: SnapshotStore;
  /** Replaces the stored snapshot with any value. */
  setSnapshot(stored: unknown): void;
}

/** The ports of terminals in memory; the contract suite verifies that they behave like DynamoDB. */
export function createInMemoryTerminals(): InMemoryTerminals {
  const records = new Map<string, TerminalRecord>();
  const claims = new Map<string, string>();
  let stored: unknown;

  const isTaken = ({ name, id }: TerminalRecord) => (claims.get(nameKey(name)) ?? id) !== id;
  const put = (record: TerminalRecord) => {
    records.set(record.id, structuredClone(record));
    claims.set(nameKey(record.name), record.id);
  };

  return {
    setSnapshot: (value) => {
      stored = value;
    },
    store: {
      all: async () => [...records.values()],
      find: async (name) => records.get(claims.get(nameKey(name)) ?? ''),
      add: async (record) => {
        if (records.has(record.id) || isTaken(record)) return 'name-taken';
        put(record);
        return 'added';
      },
      replace: async (record) => {
        if (records.get(record.id)?.revision !== record.revision - 1) return 'revision-conflict';
        if (isTaken(record)) return 'name-taken';
        put(record);
        return 'replaced';
      },
    },
    snapshots: {
      read: async () => stored,
      replace: async (next, from) => {
        const { version = 0 } = Object(stored) as { version?: number };
        if (version !== from) return 'outdated';
        stored = next;
        return 'replaced';
      },
    },
  };
}

/** The write ports of terminals in memory, with a fixed clock. */
export function terminalsUnderTest(): InMemoryTerminals & { readonly ports: TerminalWritePorts } {
  const memory = createInMemoryTerminals();
  const { store, snapshots } = memory;
  return { ...memory, ports: { store, snapshots, now: () => new Date('2026-03-01T12:00:00.000Z') } };
}
