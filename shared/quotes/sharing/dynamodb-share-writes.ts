import { randomUUID } from 'node:crypto';
import { type AuditedChange, auditEvent, authorOf } from '../../accounts/audit/audit-event.ts';
import type { AuditWriter } from '../../accounts/audit/dynamodb-audit-log.ts';
import type { DynamoDbIdempotencyStore } from '../../accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Caller } from '../../platform/account/account.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import type { QuoteTable } from '../counts/dynamodb-day-counts.ts';
import type { QuoteId } from '../record/quote-id.ts';
import { readQuoteHead } from '../store/dynamodb-quote-head.ts';
import { headKey, shareKey } from '../store/dynamodb-quote-items.ts';
import { shareItems } from './dynamodb-share-items.ts';
import type { ShareLinks } from './share-links.ts';

type AuditedTable = QuoteTable & { readonly audit: AuditWriter };

const auditWrite = (
  audit: AuditWriter,
  caller: Caller,
  quoteId: QuoteId,
  at: Date,
  change: Pick<AuditedChange, 'action' | 'details'>,
) =>
  audit.record(
    caller,
    auditEvent({ ...change, target: { type: 'quote', id: quoteId } }, authorOf(caller), at),
  );

/** The creation of share links, with the answer to a keyed call in the same transaction. */
export const createDynamoDbShareCreation = (
  { audit, ...table }: AuditedTable,
  answers: DynamoDbIdempotencyStore,
): Pick<ShareLinks, 'expiryDay' | 'replace'> => ({
  async expiryDay(account, quoteId) {
    return (await readQuoteHead(table, account, quoteId))?.expiryDay;
  },

  async replace(caller, quoteId, link, answer) {
    const { client, TableName } = table;
    const { createdAt, expiresAt } = link;
    const writtenBy = randomUUID();
    const quoteExists = {
      TableName,
      Key: headKey(caller, quoteId),
      ConditionExpression: 'attribute_exists(pk)',
    };
    const created = { action: 'share_link.created', details: { expiresAt } } as const;
    const unmet = await transactWrite(
      client,
      [
        { ConditionCheck: quoteExists },
        ...shareItems(caller, quoteId, link).map((Item) => ({ Put: { TableName, Item } })),
        auditWrite(audit, caller, quoteId, new Date(createdAt), created),
        ...(answer === undefined ? [] : [answers.putAnswer(answer, writtenBy)]),
      ],
      writtenBy,
    );
    if (unmet.length === 0) return 'replaced';
    const earlier = answer && (await answers.find(answer.call));
    // A repeated request fails on the answer that its first sending wrote.
    if (earlier?.writtenBy === writtenBy) return 'replaced';
    const isWithoutQuote = unmet.some(({ position }) => position === 0);
    return isWithoutQuote && earlier === undefined ? 'no-quote' : 'answered';
  },
});

/** The revocation of share links. */
export const createDynamoDbShareRevocation = ({
  audit,
  ...table
}: AuditedTable): Pick<ShareLinks, 'revoke'> => ({
  async revoke(caller, quoteId, at) {
    const { client, TableName } = table;
    const ofLink = {
      TableName,
      Key: shareKey(caller, quoteId),
      ConditionExpression: 'attribute_exists(pk)',
    };
    const revoked = { action: 'share_link.revoked' } as const;
    // The token of a transaction lets the SDK repeat a deletion whose response was lost.
    const unmet = await transactWrite(client, [
      { Delete: ofLink },
      auditWrite(audit, caller, quoteId, at, revoked),
    ]);
    if (unmet.length === 0) return 'revoked';
    const head = await readQuoteHead(table, caller, quoteId);
    return head === undefined ? 'no-quote' : 'no-link';
  },
});
