import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import {
  composeKeyIssuing,
  KEY_ISSUING_VARIABLES,
} from '../../shared/accounts/key-operations/compose-key-issuing.ts';
import { createKeyUseCase } from '../../shared/accounts/key-operations/issue-keys.ts';
import { readEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readEnv(KEY_ISSUING_VARIABLES);
const issuing = composeKeyIssuing(env);

const createKey = createKeyUseCase(issuing);

const answerOnce = answerOnceUseCase({ store: issuing.answers, operation: 'create-key', now: issuing.now });

export const handler = createApiHandler(definition, (request) =>
  answerOnce(request, (keyed) => createKey(request.body, request.caller, keyed)),
);
