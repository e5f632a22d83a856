import { createDynamoDbIdempotencyStore } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import { createEmbeddedGeocoder } from '../geography/places/embedded-geocoder.ts';
import { createDocumentClient } from '../platform/dynamodb/document-client.ts';
import { type Environment, text } from '../platform/env/read-env.ts';
import { TERMINAL_VARIABLES } from '../terminals/catalogue/terminal-env.ts';
import { buildEmbeddedDirectory } from '../terminals/search/embedded-terminal-directory.ts';
import { composeTerminalSource } from '../terminals/snapshots/compose-terminal-source.ts';
import { createChatIds } from './chat.ts';
import { createDynamoDbChats } from './dynamodb-chats.ts';
import { createChatReader } from './read-chat-lanes.ts';

/** Environment variables of functions that read texts. */
export const CHAT_VARIABLES = { RFPS_TABLE: text(), IDEMPOTENCY_TABLE: text(), ...TERMINAL_VARIABLES };

const now = () => new Date();

/** The chats of functions that write no text. */
export const composeChats = (table: string) =>
  createDynamoDbChats({ client: createDocumentClient(), table, now });

/** Adapters of functions that create chats and answer them. */
export function composeChatWriting(env: Environment<typeof CHAT_VARIABLES>) {
  const client = createDocumentClient();
  const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);
  const places = createEmbeddedGeocoder();
  const readers = composeTerminalSource({
    client,
    table: env.TERMINALS_TABLE,
    refreshSeconds: env.TERMINALS_REFRESH_SECONDS,
    build: (terminals) =>
      createChatReader({ places, terminals: buildEmbeddedDirectory(terminals) }, terminals),
  });
  return {
    chats: createDynamoDbChats({ client, table: env.RFPS_TABLE, now, putAnswer: answers.putAnswer }),
    answers,
    readLanes: () => readers.current(),
    newChatId: createChatIds(),
    now,
  };
}
