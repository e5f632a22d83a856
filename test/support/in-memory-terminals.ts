import { nameKey } from '../../shared/terminals/catalogue/terminal-id.ts';
import type { TerminalRecord } from '../../shared/terminals/catalogue/terminal-record.ts';
import type { TerminalStore } from '../../shared/terminals/catalogue/terminal-store.ts';
import type { SnapshotReference, SnapshotStore } from '../../shared/terminals/snapshots/snapshot-store.ts';
import type { TerminalWritePorts } from '../../shared/terminals/snapshots/terminal-write-ports.ts';

export interface InMemoryTerminals {
  readonly store: TerminalStore;
  readonly snapshots: SnapshotStore;
  /** Stored snapshots, by version and attempt. */
  readonly contents: Map<string, Uint8Array>;
  /** Replaces the pointer with any value. */
  setPointer(pointer: unknown): void;
}

/** The ports of terminals in memory; the contract suite verifies that they behave like DynamoDB. */
export function createInMemoryTerminals(): InMemoryTerminals {
  const records = new Map<string, TerminalRecord>();
  const claims = new Map<string, string>();
  const contents = new Map<string, Uint8Array>();
  let pointer: unknown;

  const isTaken = ({ name, id }: TerminalRecord) => (claims.get(nameKey(name)) ?? id) !== id;
  const put = (record: TerminalRecord) => {
    records.set(record.id, structuredClone(record));
    claims.set(nameKey(record.name), record.id);
  };
  const add = (record: TerminalRecord): boolean => {
    if (records.has(record.id) || isTaken(record)) return false;
    put(record);
    return true;
  };
  const keyOf = ({ version, attempt }: SnapshotReference) => `${version} ${attempt}`;

  return {
    contents,
    setPointer: (value) => {
      pointer = value;
    },
    store: {
      all: async () => [...records.values()],
      find: async (name) => records.get(claims.get(nameKey(name)) ?? ''),
      add: async (record) => (add(record) ? 'added' : 'name-taken'),
      addGroup: async (group) => group.filter((record) => !add(record)),
      replace: async (record) => {
        if (records.get(record.id)?.revision !== record.revision - 1) return 'revision-conflict';
        if (isTaken(record)) return 'name-taken';
        put(record);
        return 'replaced';
      },
    },
    snapshots: {
      pointer: async () => pointer,
      content: async (reference) => contents.get(keyOf(reference)),
      storeContent: async (reference, content) => {
        contents.set(keyOf(reference), content);
      },
      movePointer: async (next, from) => {
        const { version = 0 } = Object(pointer) as { version?: number };
        if (version !== from) return 'outdated';
        pointer = next;
        return 'moved';
      },
      removeBelow: async (version) => {
        for (const key of contents.keys()) if (Number.parseInt(key, 10) < version) contents.delete(key);
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
