import { createDynamoDbAuditWriter } from '../../shared/accounts/audit/dynamodb-audit-log.ts';
import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import { createDynamoDbIdempotencyStore } from '../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { createDynamoDbShareLinks } from '../../shared/quotes/sharing/dynamodb-share-links.ts';
import { shareQuoteUseCase } from '../../shared/quotes/sharing/share-quote.ts';
import { definition } from './definition.ts';

const env = readEnv({
  QUOTES_TABLE: text(),
  IDEMPOTENCY_TABLE: text(),
  AUDIT_TABLE: text(),
  PUBLIC_URL: url(),
});
const client = createDocumentClient();
const now = () => new Date();
const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);

const shareQuote = shareQuoteUseCase({
  links: createDynamoDbShareLinks({
    ...{ client, TableName: env.QUOTES_TABLE, answers },
    audit: createDynamoDbAuditWriter(env.AUDIT_TABLE),
  }),
  publicUrl: env.PUBLIC_URL,
  now,
});

const answerOnce = answerOnceUseCase({ store: answers, operation: 'share-quote', now });

export const handler = createApiHandler(definition, ({ path, body, caller, headers }) => {
  const { quote_id: quoteId = '' } = path;
  // A key is for one quote and one body.
  return answerOnce({ headers, caller, body: { quote_id: quoteId, body } }, (keyed) =>
    shareQuote(quoteId, caller, body, keyed),
  );
});
