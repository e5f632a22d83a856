import type { Backups } from '../../shared/operations/backups/dynamodb-backups.ts';

/** Row counts of tables by name, and restored copies of them at the time of the request. */
export function createInMemoryBackups(now: () => Date) {
  const live = new Map([
    ['quotes', 240],
    ['usage', 12],
    ['market', 60],
  ]);
  const backedUp = new Map(live);
  const restored = new Map<string, { rows: number; readyAt: number }>();
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
        rows: backedUp.get(table) ?? 0,
        readyAt: now().getTime() + 100_000,
      });
    },
    isReady: async (table, runId) => found(nameOf(table, runId)).readyAt <= now().getTime(),
    count: async (table, runId) =>
      runId === undefined ? (live.get(table) ?? 0) : found(nameOf(table, runId)).rows,
    restoredTables: async () => [...restored.keys()],
    remove: async (name) => {
      if (stuck.has(name.split('-').at(-1) ?? '')) throw new Error('Access denied');
      restored.delete(name);
    },
  };
  return { port, live, backedUp, restored, without, stuck };
}
