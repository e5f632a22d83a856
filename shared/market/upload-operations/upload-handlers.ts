import type * as v from 'valibot';
import { answerOnceUseCase, replayOrReject } from '../../accounts/idempotency/answer-once.ts';
import { createDynamoDbIdempotencyStore } from '../../accounts/idempotency/dynamodb-idempotency-store.ts';
import { createRememberAnswer } from '../../accounts/idempotency/dynamodb-remember-answer.ts';
import type { Account } from '../../platform/account/account.ts';
import { createDocumentClient } from '../../platform/dynamodb/document-client.ts';
import { readApiEnv, text } from '../../platform/env/read-env.ts';
import type { ErrorFormat } from '../../platform/http/error-format.ts';
import { createApiHandler } from '../../platform/http/handlers/api-handler.ts';
import type { Outcome } from '../../platform/http/outcome.ts';
import {
  composeUploadRequests,
  composeUploads,
  UPLOADS_VARIABLES,
} from '../../platform/s3/compose-uploads.ts';
import { type AnnouncedKind, addUploadAddressUseCase, announceUploadUseCase } from './announce-upload.ts';
import type { CancelUploadPorts } from './cancel-upload.ts';
import { createDynamoDbUnfinishedUploads } from './dynamodb-unfinished-uploads.ts';
import { createUploadIds } from './upload-id.ts';

interface UploadHandler<Answer> {
  readonly errorFormat: ErrorFormat;
  /** Schema of the 200 body. */
  readonly response: v.GenericSchema<unknown, Answer>;
}

/** The handler that announces uploads of a kind. @param operation name of the function. */
export function createAnnounceHandler<Answer>(
  operation: string,
  kind: AnnouncedKind<Answer>,
  handler: UploadHandler<Answer>,
) {
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
  return createApiHandler<Answer>({
    ...handler,
    hasBody: 'optional',
    responseMismatch: env.RESPONSE_MISMATCH,
    run: async (request) =>
      addAddress(
        request.caller,
        await answerOnce(request, (keyed) => announce(request.body, request.caller, keyed)),
      ),
  });
}

/** The handler that reads or cancels an upload of a kind. @param parameter of the path, which has the id. */
export function createUploadHandler<Answer>(
  parameter: string,
  operationOf: (ports: CancelUploadPorts) => (id: string, caller: Account) => Promise<Outcome<Answer>>,
  handler: UploadHandler<Answer>,
) {
  const env = readApiEnv(UPLOADS_VARIABLES);
  const run = operationOf({
    objects: composeUploads(env),
    signed: composeUploadRequests(env),
    now: () => new Date(),
  });
  return createApiHandler<Answer>({
    ...handler,
    hasBody: false,
    responseMismatch: env.RESPONSE_MISMATCH,
    run: ({ path, caller }) => run(path[parameter] ?? '', caller),
  });
}
