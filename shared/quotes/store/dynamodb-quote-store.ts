import type { Account } from '../../platform/account/account.ts';
import { utcDay } from '../../platform/time/utc-day.ts';
import { countUpdates } from '../counts/dynamodb-day-counts.ts';
import { createShardedWrite } from '../counts/dynamodb-sharded-write.ts';
import type { QuoteId } from '../record/quote-id.ts';
import { quoteStatus } from '../record/quote-outcome.ts';
import type { QuoteStore } from '../record/quote-store.ts';
import { reportUpdates } from '../reports/dynamodb-report-cells.ts';
import {
  contendedWrite,
  createDynamoDbQuoteCreation,
  type DynamoDbQuoteCreation,
} from './dynamodb-quote-creation.ts';
import { decidedAs, decisionTransaction, unchangedDecisions } from './dynamodb-quote-decision.ts';
import {
  countChanges,
  detailKey,
  headKey,
  listPartitionOf,
  reportChange,
  rowKeys,
  shareKey,
  statusParts,
  toStoredQuote,
} from './dynamodb-quote-items.ts';
import { createDynamoDbQuoteList } from './dynamodb-quote-list.ts';
import { createDynamoDbQuoteReader, readQuoteHead, readQuoteItems } from './dynamodb-quote-reader.ts';

export interface DynamoDbQuotes<Extra> extends DynamoDbQuoteCreation<Extra> {
  /** The current time, which decides statuses. */
  readonly now: () => Date;
}

/** A quote is declined, superseded or converted, and deleted, at most once each: a fifth round is unlikely. */
const ROUNDS = 5;

/** Quotes in one DynamoDB table (decision 0011). */
export function createDynamoDbQuoteStore<Extra = never>(quotes: DynamoDbQuotes<Extra>): QuoteStore<Extra> {
  const { TableName, now } = quotes;
  const write = createShardedWrite(quotes);
  const today = () => utcDay(now());

  const getQuote = (account: Account, quoteId: QuoteId) => readQuoteItems(quotes, account, quoteId);

  return {
    ...createDynamoDbQuoteReader(quotes),

    ...createDynamoDbQuoteCreation(quotes),

    ...createDynamoDbQuoteList(quotes),

    async convert(account, quoteId, conversion = {}) {
      for (let round = 0; round < ROUNDS; round++) {
        const found = await getQuote(account, quoteId);
        if (found === undefined) return { outcome: 'not-found' };
        const { head, detail } = found;
        const status = quoteStatus(statusParts(head), today());
        if (status === 'converted') {
          return { outcome: 'converted', quote: toStoredQuote(head, detail, today()) };
        }
        if (head.supersededBy !== undefined) return { outcome: 'superseded', by: head.supersededBy };
        if (head.declinedAt !== undefined) return { outcome: 'already-declined' };
        if (status === 'expired' || head.announcedAt !== undefined) return { outcome: 'expired' };

        const set = { convertedAt: now().toISOString(), conversion: JSON.stringify(conversion) };
        const condition = 'attribute_not_exists(announcedAt)';
        const result = await write(
          decisionTransaction(TableName, account, head, { decision: 'converted', set, condition }),
        );
        if (result.outcome === 'written') {
          return { outcome: 'converted', quote: toStoredQuote({ ...head, ...set }, detail, today()) };
        }
        if (result.outcome === 'contended') break;
      }
      throw contendedWrite();
    },

    async decline(account, quoteId, decline) {
      const declined = JSON.stringify(decline);
      for (let round = 0; round < ROUNDS; round++) {
        const found = await getQuote(account, quoteId);
        if (found === undefined) return { outcome: 'not-found' };
        const { head, detail } = found;
        const decided = decidedAs(head);
        if (decided !== undefined) return decided;
        if (head.declinedAt !== undefined) {
          return head.decline === declined
            ? { outcome: 'declined', quote: toStoredQuote(head, detail, today()) }
            : { outcome: 'already-declined' };
        }
        const set = { declinedAt: now().toISOString(), decline: declined };
        const result = await write(
          decisionTransaction(TableName, account, head, { decision: 'declined', set }),
        );
        if (result.outcome === 'written') {
          return { outcome: 'declined', quote: toStoredQuote({ ...head, ...set }, detail, today()) };
        }
        if (result.outcome === 'contended') break;
      }
      throw contendedWrite();
    },

    async delete(account, quoteId) {
      for (let round = 0; round < ROUNDS; round++) {
        const head = await readQuoteHead(quotes, account, quoteId);
        if (head === undefined) return 'not-found';
        const partition = listPartitionOf(head);
        const result = await write((shard) => [
          {
            Delete: {
              TableName,
              Key: headKey(account, quoteId),
              ConditionExpression: unchangedDecisions(head),
            },
          },
          { Delete: { TableName, Key: detailKey(account, quoteId) } },
          { Delete: { TableName, Key: shareKey(account, quoteId) } },
          ...rowKeys(account, partition, head).map((Key) => ({ Delete: { TableName, Key } })),
          ...countUpdates(TableName, countChanges(account, partition, head, -1), shard),
          ...reportUpdates(TableName, account, [reportChange(head, -1)], shard),
        ]);
        if (result.outcome === 'written') return 'deleted';
        if (result.outcome === 'contended') break;
      }
      throw contendedWrite();
    },
  };
}
