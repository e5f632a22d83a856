import { createDynamoDbIdempotencyStore } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import { createEmbeddedGeocoder } from '../geography/places/embedded-geocoder.ts';
import { createDocumentClient } from '../platform/dynamodb/document-client.ts';
import { type Environment, text } from '../platform/env/read-env.ts';
import { log } from '../platform/logging/log.ts';
import { chatModelFailed } from '../platform/logging/log-messages.ts';
import { buildEmbeddedDirectory } from '../terminals/search/embedded-terminal-directory.ts';
import { composeTerminalSource, TERMINAL_VARIABLES } from '../terminals/snapshots/dynamodb-snapshot-store.ts';
import { createChatIds } from './chat.ts';
import { createDynamoDbChats } from './dynamodb-chats.ts';
import type { ChatText } from './grammar/read-lanes.ts';
import { createChatReader } from './read-chat-lanes.ts';

/** Environment variables of functions that read texts. */
export const LANE_READER_VARIABLES = {
  RFPS_TABLE: text(),
  /** `grammar`, or the id of a model. */
  CHAT_READER: text(),
  ...TERMINAL_VARIABLES,
};
/** The same, of those that answer calls once. */
export const CHAT_VARIABLES = { ...LANE_READER_VARIABLES, IDEMPOTENCY_TABLE: text() };

const now = () => new Date();

/** The chats of functions that write no text. */
export const composeChats = (table: string) =>
  createDynamoDbChats({ client: createDocumentClient(), table, now });

/** The words of lanes by the model of the environment; none if it reads with the grammar. */
async function composeLaneWords(modelId: string) {
  if (modelId === 'grammar') return undefined;
  // Functions without a model do not start the client.
  const { createBedrockClient, createBedrockLaneWords } = await import('./bedrock-lane-words.ts');
  return createBedrockLaneWords({
    client: createBedrockClient(),
    modelId,
    onFailure: (reason) => log(chatModelFailed, { reason }),
  });
}

/** Adapters of functions that make chats of texts. */
export async function composeLaneReader(env: Environment<typeof LANE_READER_VARIABLES>) {
  const client = createDocumentClient();
  const places = createEmbeddedGeocoder();
  const findWords = await composeLaneWords(env.CHAT_READER);
  const readers = composeTerminalSource({
    client,
    table: env.TERMINALS_TABLE,
    refreshSeconds: env.TERMINALS_REFRESH_SECONDS,
    build: (terminals) =>
      createChatReader({ places, terminals: buildEmbeddedDirectory(terminals) }, terminals),
  });
  return {
    client,
    chats: createDynamoDbChats({ client, table: env.RFPS_TABLE, now }),
    readLanes: async (texts: readonly ChatText[]) =>
      (await readers.current()).read(texts, await findWords?.(texts)),
    newChatId: createChatIds(),
    now,
  };
}

/** Adapters of functions that create chats and answer them. */
export async function composeChatWriting(env: Environment<typeof CHAT_VARIABLES>) {
  const reader = await composeLaneReader(env);
  const answers = createDynamoDbIdempotencyStore(reader.client, env.IDEMPOTENCY_TABLE);
  const { client } = reader;
  const chats = createDynamoDbChats({ client, table: env.RFPS_TABLE, now, putAnswer: answers.putAnswer });
  return { ...reader, chats, answers };
}
