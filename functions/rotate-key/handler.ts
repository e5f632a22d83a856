import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import {
  composeKeyIssuing,
  KEY_ISSUING_VARIABLES,
} from '../../shared/accounts/key-operations/compose-key-issuing.ts';
import { rotateKeyUseCase } from '../../shared/accounts/key-operations/issue-keys.ts';
import { readEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readEnv(KEY_ISSUING_VARIABLES);
const issuing = composeKeyIssuing(env);

const rotateKey = rotateKeyUseCase(issuing);

const answerOnce = answerOnceUseCase({ store: issuing.answers, operation: 'rotate-key', now: issuing.now });

export const handler = createApiHandler(definition, (request) => {
  const { body, caller } = request;
  const { key_id: keyId = '' } = request.path;
  // The same Idempotency-Key with another path is another request.
  return answerOnce({ ...request, body: { keyId, body } }, (keyed) => rotateKey(keyId, body, caller, keyed));
});
