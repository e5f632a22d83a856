import { composeChats } from '../../shared/chats/compose-chats.ts';
import { replyToChatUseCase } from '../../shared/chats/use-chat.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { createDynamoDbQuoteReader } from '../../shared/quotes/store/dynamodb-quote-items.ts';
import { definition } from './definition.ts';

const env = readEnv({ RFPS_TABLE: text(), QUOTES_TABLE: text() });
const replyToChat = replyToChatUseCase({
  chats: composeChats(env.RFPS_TABLE),
  quotes: createDynamoDbQuoteReader({
    client: createDocumentClient(),
    TableName: env.QUOTES_TABLE,
    now: () => new Date(),
  }),
});

export const handler = createApiHandler(definition, ({ path, caller }) =>
  replyToChat(path.chat_id ?? '', caller),
);
