import { createDynamoDbIdempotencyStore } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import { createEmbeddedGeocoder } from '../geography/places/embedded-geocoder.ts';
import { createDocumentClient } from '../platform/dynamodb/document-client.ts';
import { type Environment, text } from '../platform/env/read-env.ts';
import { log } from '../platform/logging/log.ts';
import { chatModelFailed } from '../platform/logging/log-messages.ts';
import { TERMINAL_VARIABLES } from '../terminals/catalogue/terminal-env.ts';
import { buildEmbeddedDirectory } from '../terminals/search/embedded-terminal-directory.ts';
import { composeTerminalSource } from '../terminals/snapshots/compose-terminal-source.ts';
import { createChatIds } from './chat.ts';
import { createDynamoDbChats } from './dynamodb-chats.ts';
import type { ChatText } from './grammar/read-lanes.ts';
import { createChatReader } from './read-chat-lanes.ts';

/** Environment variables of functions that read texts. */
export const CHAT_VARIABLES = {
  RFPS_TABLE: text(),
  IDEMPOTENCY_TABLE: text(),
  /** `grammar`, or the id of a model. */
  CHAT_READER: text(),
  ...TERMINAL_VARIABLES,
};

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

/** Adapters of functions that create chats and answer them. */
export async function composeChatWriting(env: Environment<typeof CHAT_VARIABLES>) {
  const client = createDocumentClient();
  const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);
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
    chats: createDynamoDbChats({ client, table: env.RFPS_TABLE, now, putAnswer: answers.putAnswer }),
    answers,
    readLanes: async (texts: readonly ChatText[]) =>
      (await readers.current()).read(texts, await findWords?.(texts)),
    newChatId: createChatIds(),
    now,
  };
}
