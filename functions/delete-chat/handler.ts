import { composeChats } from '../../shared/chats/compose-chats.ts';
import { deleteChatUseCase } from '../../shared/chats/use-chat.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeUploads, UPLOADS_VARIABLES } from '../../shared/platform/s3/compose-uploads.ts';
import { definition } from './definition.ts';

const env = readEnv({ RFPS_TABLE: text(), ...UPLOADS_VARIABLES });
const run = deleteChatUseCase(composeChats(env.RFPS_TABLE), composeUploads(env));

export const handler = createApiHandler(definition, ({ path, caller }) => run(path.chat_id ?? '', caller));
