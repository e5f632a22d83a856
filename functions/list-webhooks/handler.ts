import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { succeed } from '../../shared/platform/http/outcome.ts';
import { createDynamoDbWebhookReader } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import { answerOf, describeWebhook } from '../../shared/webhooks/store/webhook-document.ts';
import { definition } from './definition.ts';

const env = readEnv({ WEBHOOKS_TABLE: text() });
const webhooks = createDynamoDbWebhookReader({
  client: createDocumentClient(),
  TableName: env.WEBHOOKS_TABLE,
});

/** Lists all webhooks of the caller, oldest first. */
export const handler = createApiHandler(definition, async ({ caller }) =>
  succeed(answerOf((await webhooks.list(caller)).map((webhook) => describeWebhook(webhook)))),
);
