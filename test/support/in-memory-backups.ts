import type { Backups } from '../../shared/operations/backups/dynamodb-backups.ts';

/** Tables by name, and restored copies of their rows at the time of the request. */
export function createInMemoryBackups(now: () => Date) {
  const live = new Map<string, Map<string, number>>([
    [
      'quotes',
      new Map([
        ['org_a quote', 100],
        ['org_b quote', 40],
        ['org_a quote-row', 100],
      ]),
    ],
    ['usage', new Map([['org_a usage', 12]])],
    ['market', new Map([['- market', 60]])],
  ]);
  const backedUp = new Map([...live].map(([table, rows]) => [table, new Map(rows)]));
  const restored = new Map<string, { rows: Map<string, number>; readyAt: number }>();
  const without = new Set<string>();
  const stuck = new Set<string>();
  const nameOf = (table: string, runId: string) => `freight-dev-verify-${runId}-${table}`;
  const found = (name: string) => {
    const table = restored.get(name);
    if (table === undefined) throw new Error(`No table ${name}`);
    return table;
  };
  const port: Backups = {
    tables: [...live.keys()],
    window: async (table) =>
      without.has(table)
        ? undefined
        : {
            earliest: new Date(now().getTime() - 35 * 86_400_000),
            latest: new Date(now().getTime() - (table === 'usage' ? 400_000 : 300_000)),
          },
    restore: async (table, _at, runId) => {
      restored.set(nameOf(table, runId), {
        rows: new Map(backedUp.get(table)),
        readyAt: now().getTime() + 100_000,
      });
    },
    isReady: async (table, runId) => found(nameOf(table, runId)).readyAt <= now().getTime(),
    count: async (table, runId) =>
      new Map(runId === undefined ? live.get(table) : found(nameOf(table, runId)).rows),
    restoredTables: async () => [...restored.keys()],
    remove: async (name) => {
      if (stuck.has(name.split('-').at(-1) ?? '')) throw new Error('Access denied');
      restored.delete(name);
    },
  };
  return { port, live, backedUp, restored, without, stuck };
}
