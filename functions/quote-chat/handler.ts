import { createDynamoDbChats } from '../../shared/chats/dynamodb-chats.ts';
import { quoteChatUseCase } from '../../shared/chats/use-chat.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeQuoting, QUOTING_VARIABLES } from '../../shared/quotes/compose-quoting.ts';
import { createQuoteUseCase } from '../../shared/quotes/create-quote.ts';
import { createDynamoDbQuoteReader } from '../../shared/quotes/store/dynamodb-quote-items.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildNearestTerminals } from '../../shared/terminals/search/nearest-terminals.ts';
import { definition } from './definition.ts';

const env = readEnv({ ...QUOTING_VARIABLES, RFPS_TABLE: text() });
const { client, answers, now, quoting } = await composeQuoting(env, (terminals) => ({
  ...buildEmbeddedDirectory(terminals),
  ...buildNearestTerminals(terminals),
}));

const quoteChat = quoteChatUseCase({
  chats: createDynamoDbChats({ client, table: env.RFPS_TABLE, now }),
  quotes: createDynamoDbQuoteReader({ client, TableName: env.QUOTES_TABLE, now }),
  createQuote: createQuoteUseCase(quoting),
  answers,
  now,
});

export const handler = createApiHandler(definition, ({ path, body, caller }) =>
  quoteChat(path.chat_id ?? '', body, caller),
);
