import { composeChats } from '../../shared/chats/compose-chats.ts';
import { listChatsUseCase } from '../../shared/chats/use-chat.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readEnv({ RFPS_TABLE: text() });
const run = listChatsUseCase(composeChats(env.RFPS_TABLE));

export const handler = createApiHandler(definition, ({ query, caller }) => run(query, caller));
