import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from '../../platform/account/account.ts';
import { startOfDay } from '../../platform/time/utc-day.ts';
import { countsOf, differences } from '../counts/count-differences.ts';
import { countAttribute, dayOf, LEVELS, type Level, spanPeriod } from '../counts/count-levels.ts';
import { addToCounts, countItemKey, type QuoteTable, readCounts } from '../counts/dynamodb-count-items.ts';
import {
  type CountSnapshot,
  isUnchanged,
  readCountSnapshot,
  unchangedChecks,
  unchangedSince,
} from '../counts/dynamodb-count-snapshot.ts';
import { type TransactOptions, transactWithRetry } from '../counts/dynamodb-transact-with-retry.ts';
import type { CountDifference, QuoteRecounts } from '../counts/quote-recount.ts';
import { firstIdAt } from '../record/quote-id.ts';
import { createQuoteRows } from './dynamodb-quote-rows.ts';

/** Counts mended by one transaction: its expressions stay below 4 KB. */
const CELLS_AT_ONCE = 80;
/** Looks until a period holds still: callers leave gaps of milliseconds at least. */
const LOOKS = 100;
const PAUSE_MS = 20;

class NeverStillError extends Error {
  override readonly name = 'NeverStillError';
}

/** Recounts over the quotes table. */
export function createDynamoDbQuoteRecounts(
  table: QuoteTable & Pick<TransactOptions, 'pause'>,
): QuoteRecounts {
  const { TableName, pause = wait } = table;
  const write = transactWithRetry(table);
  const rows = createQuoteRows(table);

  /** Looks at something of a period until nobody wrote to the period meanwhile. */
  const whileStill = async <Seen>(
    account: Account,
    level: Level,
    period: string,
    look: (nodes: CountSnapshot) => Promise<Seen>,
  ): Promise<{ readonly nodes: CountSnapshot; readonly seen: Seen }> => {
    for (let looks = 0; looks < LOOKS; looks++) {
      const nodes = await readCountSnapshot(table, account, level, period);
      const seen = await look(nodes);
      if (isUnchanged(nodes, await readCountSnapshot(table, account, level, period))) return { nodes, seen };
      await pause(PAUSE_MS * (looks + 1));
    }
    throw new NeverStillError(`${period} is written to all the time`);
  };

  const ofPart = async (account: Account, level: Level, period: string, part: number) =>
    (await readCountSnapshot(table, account, level, period)).counts.filter((count) => count.part === part);

  /** Ten minutes: their own counts, and what they are in their day, against the rows. */
  const lookAtSpan = async (account: Account, day: string, span: number) => {
    const period = spanPeriod(day, span);
    const from = startOfDay(day) + span * 600_000;
    const { nodes, seen } = await whileStill(account, 'span', period, async ({ counts }) => {
      const found = await rows.read(account, firstIdAt(from), firstIdAt(from + 600_000));
      return [
        ...differences('day', await ofPart(account, 'day', day, span), countsOf('day', found)),
        ...differences('span', counts, countsOf('span', found)),
      ];
    });
    return { level: 'span' as const, period, nodes, found: seen };
  };

  /** A day in its month, against the sum of its ten minutes, less what is wrong with those and not mended. */
  const lookAtDay = async (
    account: Account,
    [month, part]: readonly [string, number],
    wrong: readonly CountDifference[],
  ) => {
    const period = dayOf(month, part);
    const { nodes, seen } = await whileStill(account, 'day', period, async ({ counts }) => {
      const missing = wrong.map(({ partition, counted, stored }) => ({ partition, count: counted - stored }));
      const inDay = [...counts, ...missing].map(({ partition, count }) => ({
        period: month,
        part,
        partition,
        count,
      }));
      return differences('month', await ofPart(account, 'month', month, part), inDay);
    });
    return { level: 'day' as const, period, nodes, found: seen };
  };

  /** Adds what is missing, unless anyone wrote to the period since it was looked at. */
  const mend = async (
    account: Account,
    { level, period, nodes, found }: Awaited<ReturnType<typeof lookAtSpan | typeof lookAtDay>>,
  ): Promise<void> => {
    const some = found.slice(0, CELLS_AT_ONCE);
    const [first, ...others] = unchangedSince(nodes, account, level, period);
    const own = LEVELS.flatMap((each) => {
      const cells = some.filter((difference) => difference.level === each);
      const target = cells[0]?.period ?? period;
      // The period's own node is written in any case, so that two who mend do not add twice.
      if (cells.length === 0 && each !== level) return [];
      const add = addToCounts(
        cells.map(({ part, partition, stored, counted }) => ({
          name: countAttribute(part, partition),
          by: counted - stored,
        })),
      );
      const condition = each === level ? first?.condition : undefined;
      return {
        Update: {
          TableName,
          Key: countItemKey(account, each, target, 0),
          ...add,
          ...(condition && {
            ConditionExpression: condition.text,
            ExpressionAttributeValues: {
              ...add.ExpressionAttributeValues,
              ...(condition.rev === undefined ? {} : { ':rev': condition.rev }),
            },
          }),
        },
      };
    });
    await write(() => [...own, ...unchangedChecks(TableName, others)]);
  };

  /** Looks, and mends what is found until nothing is; what was found first is told. */
  const settle = async (
    account: Account,
    mending: boolean,
    look: () => Promise<Awaited<ReturnType<typeof lookAtSpan | typeof lookAtDay>>>,
  ): Promise<readonly CountDifference[]> => {
    const first = await look();
    let last = first;
    for (let looks = 0; mending && last.found.length > 0; looks++) {
      if (looks === LOOKS) throw new NeverStillError(`${last.period} could not be mended`);
      await mend(account, last);
      last = await look();
    }
    return first.found;
  };

  return {
    accounts: rows.accounts,

    async recount(account, mending) {
      const stored = async (level: Level) => readCounts(table, account, level, '1970', '2999');
      const quotes = await rows.read(account, 'Q-0', 'Q-Z');
      // All at once first: only where callers wrote meanwhile, or counts are wrong, there is anything to look at.
      const seen = { month: await stored('month'), day: await stored('day'), span: await stored('span') };
      const suspects = LEVELS.flatMap((level) => differences(level, seen[level], countsOf(level, quotes)));

      const spans = new Map<string, [day: string, span: number]>();
      const days = new Map<string, [month: string, part: number]>();
      for (const { level, period, part } of suspects) {
        const day = level === 'month' ? dayOf(period, part) : period.slice(0, 10);
        days.set(day, [day.slice(0, 7), Number(day.slice(8))]);
        const span = level === 'day' ? part : level === 'span' ? Number(period.slice(11)) : undefined;
        if (span !== undefined) spans.set(spanPeriod(day, span), [day, span]);
      }
      const found: CountDifference[] = [];
      for (const [day, span] of spans.values()) {
        found.push(...(await settle(account, mending, () => lookAtSpan(account, day, span))));
      }
      for (const [day, place] of days) {
        const wrong = mending ? [] : found.filter(({ level, period }) => level === 'day' && period === day);
        found.push(...(await settle(account, mending, () => lookAtDay(account, place, wrong))));
      }
      return { quotes: quotes.length, differences: found };
    },
  };
}
