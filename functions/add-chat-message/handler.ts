import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import { CHAT_VARIABLES, composeChatWriting } from '../../shared/chats/compose-chats.ts';
import { writeChatUseCases } from '../../shared/chats/write-chat.ts';
import { readEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readEnv(CHAT_VARIABLES);
const parts = await composeChatWriting(env);
const { addMessage } = writeChatUseCases(parts);

const answerOnce = answerOnceUseCase({ store: parts.answers, operation: 'add-chat-message', now: parts.now });

export const handler = createApiHandler(definition, (request) => {
  const { path, body, caller } = request;
  return answerOnce({ ...request, body: { body, path } }, (keyed) =>
    addMessage(path.chat_id ?? '', body, caller, keyed),
  );
});
