import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { createDynamoDbQuoteChanges } from '../../shared/quotes/store/dynamodb-quote-changes.ts';
import { createDynamoDbEventDeliveries } from '../../shared/webhooks/deliveries/dynamodb/dynamodb-event-deliveries.ts';
import { listQuoteEventsUseCase } from '../../shared/webhooks/deliveries/listing/list-quote-events.ts';
import { definition } from './definition.ts';

const env = readApiEnv({
  QUOTES_TABLE: text(),
  DELIVERIES_TABLE: text(),
});
const client = createDocumentClient();
const listQuoteEvents = listQuoteEventsUseCase({
  quotes: createDynamoDbQuoteChanges({ client, TableName: env.QUOTES_TABLE }),
  events: createDynamoDbEventDeliveries({ client, TableName: env.DELIVERIES_TABLE }),
});

export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => listQuoteEvents(path.quote_id ?? '', caller),
});
