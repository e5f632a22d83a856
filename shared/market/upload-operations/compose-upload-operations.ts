import { answerOnceUseCase, replayOrReject } from '../../accounts/idempotency/answer-once.ts';
import {
  createDynamoDbIdempotencyStore,
  createRememberAnswer,
} from '../../accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Account } from '../../platform/account/account.ts';
import { createDocumentClient } from '../../platform/dynamodb/document-client.ts';
import { readApiEnv, text } from '../../platform/env/read-env.ts';
import type { ApiRequest } from '../../platform/http/api-request.ts';
import type { Outcome } from '../../platform/http/outcome.ts';
import {
  composeUploadRequests,
  composeUploads,
  UPLOADS_VARIABLES,
} from '../../platform/s3/compose-uploads.ts';
import { createUploadIds } from '../uploads/upload-key.ts';
import { type AnnouncedKind, addUploadAddressUseCase, announceUploadUseCase } from './announce-upload.ts';
import type { CancelUploadPorts } from './cancel-upload.ts';
import { createDynamoDbUnfinishedUploads } from './dynamodb-unfinished-uploads.ts';

/** The operation that announces uploads of a kind. @param operation name of the function. */
export function composeAnnouncement<Answer>(operation: string, kind: AnnouncedKind<Answer>) {
  const env = readApiEnv({ IDEMPOTENCY_TABLE: text(), MARKET_TABLE: text(), ...UPLOADS_VARIABLES });
  const client = createDocumentClient();
  const now = () => new Date();
  const objects = composeUploads(env);
  const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);
  const announce = announceUploadUseCase(
    {
      objects,
      unfinished: createDynamoDbUnfinishedUploads(client, env.MARKET_TABLE, objects, now),
      newId: createUploadIds(),
      rememberAnswer: createRememberAnswer(client, answers),
      replay: (call) => replayOrReject(answers, call),
      now,
    },
    kind,
  );
  const addAddress = addUploadAddressUseCase(composeUploadRequests(env), now, kind);
  const answerOnce = answerOnceUseCase({ store: answers, operation, now });
  return {
    responseMismatch: env.RESPONSE_MISMATCH,
    run: async (request: ApiRequest) =>
      addAddress(
        request.caller,
        await answerOnce(request, (keyed) => announce(request.body, request.caller, keyed)),
      ),
  };
}

/** The operation that reads or cancels an upload of a kind. @param parameter of the path, which has the id. */
export function composeUploadOperation<Answer>(
  parameter: string,
  operationOf: (ports: CancelUploadPorts) => (id: string, caller: Account) => Promise<Outcome<Answer>>,
) {
  const env = readApiEnv(UPLOADS_VARIABLES);
  const run = operationOf({
    objects: composeUploads(env),
    signed: composeUploadRequests(env),
    now: () => new Date(),
  });
  return {
    responseMismatch: env.RESPONSE_MISMATCH,
    run: ({ path, caller }: ApiRequest) => run(path[parameter] ?? '', caller),
  };
}
