import type {
  IndexedRow,
  TerminalIndexWriter,
} from '../../shared/terminals/indexing/terminal-index-writer.ts';

export interface InMemoryTerminalIndex {
  readonly writer: TerminalIndexWriter;
  /** Rows of a generation, by id. */
  rows(generation: string): ReadonlyMap<string, IndexedRow>;
  /** Whether the generation in service has the index version of this code. */
  isCurrent: boolean;
}

/** A terminal index in memory, with row versions as the port requires. */
export function createInMemoryTerminalIndex(): InMemoryTerminalIndex {
  const generations = new Map<string, Map<string, IndexedRow>>();
  let inService = '';
  let made = 0;
  const of = (name: string) => generations.get(name) ?? new Map<string, IndexedRow>();
  const index: InMemoryTerminalIndex = {
    isCurrent: true,
    rows: of,
    writer: {
      create: async () => {
        made += 1;
        generations.set(`generation-${made}`, new Map());
        return `generation-${made}`;
      },
      write: async (rows, only) => {
        for (const name of only === undefined ? generations.keys() : [only]) {
          for (const row of rows) {
            if (row.version > (of(name).get(row.id)?.version ?? 0)) of(name).set(row.id, row);
          }
        }
        return { written: rows.length, failed: [] };
      },
      count: async (name) => of(name).size,
      serve: async (name) => {
        if (inService > name) return 'superseded';
        inService = name;
        return 'served';
      },
      isCurrent: async () => inService !== '' && index.isCurrent,
      list: async () => [...generations.keys()].map((name) => ({ name, inService: name === inService })),
      removeOld: async () => {
        const old = [...generations.keys()].filter((name) => name < inService);
        for (const name of old) generations.delete(name);
        return old;
      },
    },
  };
  return index;
}
