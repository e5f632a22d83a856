import { setTimeout as wait } from 'node:timers/promises';
import { cancelled, type Write } from './cancelled-transaction.ts';

/** Runs or cancels transactions. */
export type Contention = <Answer>(
  items: readonly Write[],
  apply: () => Answer | Promise<Answer>,
) => Promise<Answer>;

/**
 * Cancels transactions as DynamoDB does and DynamoDB Local does not: while one transaction writes an item, every other
 * one with the same item is cancelled at once.
 * @param workMs duration of each transaction in addition to the time of the engine.
 */
export function createContention(workMs: number): Contention {
  const inWork = new Set<string>();
  return async (items, apply) => {
    const keys = items.map(itemName);
    const codes = keys.map((key) => (inWork.has(key) ? 'TransactionConflict' : 'None'));
    if (codes.includes('TransactionConflict')) throw cancelled(codes);
    for (const key of keys) inWork.add(key);
    try {
      await wait(workMs);
      return await apply();
    } finally {
      for (const key of keys) inWork.delete(key);
    }
  };
}

function itemName({ Put, Update, Delete, ConditionCheck }: Write): string {
  const { pk, sk, account, period } = Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key ?? {};
  return JSON.stringify([pk, sk, account, period]);
}
