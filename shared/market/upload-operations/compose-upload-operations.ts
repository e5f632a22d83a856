import { answerOnceUseCase, replayOrReject } from '../../accounts/idempotency/answer-once.ts';
import {
  createDynamoDbIdempotencyStore,
  createRememberAnswer,
} from '../../accounts/idempotency/dynamodb-idempotency-store.ts';
import { createDocumentClient } from '../../platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../platform/env/read-env.ts';
import type { ApiRequest } from '../../platform/http/api-request.ts';
import {
  composeUploadRequests,
  composeUploads,
  UPLOADS_VARIABLES,
} from '../../platform/s3/compose-uploads.ts';
import { createUploadIds } from '../uploads/upload-key.ts';
import type { ImportResult } from '../uploads/upload-result.ts';
import { addUploadAddressUseCase, announceUploadUseCase } from './announce-upload.ts';
import { createDynamoDbUnfinishedUploads } from './dynamodb-unfinished-uploads.ts';
import { cancelUploadUseCase, readUploadUseCase, type UploadKind } from './follow-upload.ts';

/** The operation that announces uploads of a kind. @param operation name of the function. */
export function composeAnnouncement<Answer>(operation: string, kind: UploadKind<Answer>) {
  const env = readEnv({ IDEMPOTENCY_TABLE: text(), MARKET_TABLE: text(), ...UPLOADS_VARIABLES });
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
  return async (request: ApiRequest) =>
    addAddress(
      request.caller,
      await answerOnce(request, (keyed) => announce(request.body, request.caller, keyed)),
    );
}

const composeFollowing =
  (useCase: typeof readUploadUseCase) =>
  <Answer, Result extends ImportResult>(parameter: string, kind: UploadKind<Answer, Result>) => {
    const env = readEnv(UPLOADS_VARIABLES);
    const ports = {
      objects: composeUploads(env),
      signed: composeUploadRequests(env),
      now: () => new Date(),
    };
    const run = useCase(ports, kind);
    return ({ path, caller }: ApiRequest) => run(path[parameter] ?? '', caller);
  };

/** The operation that reads an upload of a kind. @param parameter of the path, which has the id. */
export const composeUploadReading = composeFollowing(readUploadUseCase);
export const composeUploadCancellation = composeFollowing(cancelUploadUseCase);
