import { answerOnceUseCase } from '../accounts/idempotency/answer-once.ts';
import {
  createDynamoDbIdempotencyStore,
  createRememberAnswer,
} from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import { createDocumentClient } from '../platform/dynamodb/document-client.ts';
import { readEnv, text } from '../platform/env/read-env.ts';
import type { ApiRequest } from '../platform/http/api-request.ts';
import { composeUploadRequests, composeUploads, UPLOADS_VARIABLES } from '../platform/s3/compose-uploads.ts';
import { announceUploadUseCase, answerWithAddressUseCase } from './announce-upload.ts';
import { createDynamoDbUnfinishedUploads } from './dynamodb-unfinished-uploads.ts';
import { cancelUploadUseCase, readUploadUseCase, type UploadKind } from './follow-upload.ts';
import { createUploadIds } from './upload-key.ts';
import type { ImportState } from './upload-record.ts';

const now = () => new Date();

/** The operation that announces uploads of a kind. @param operation name of the function. */
export function composeAnnouncement<State extends ImportState, Body>(
  operation: string,
  kind: UploadKind<State, Body>,
) {
  const env = readEnv({ IDEMPOTENCY_TABLE: text(), MARKET_TABLE: text(), ...UPLOADS_VARIABLES });
  const client = createDocumentClient();
  const objects = composeUploads(env);
  const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);
  const announce = announceUploadUseCase(
    {
      objects,
      addUnfinished: createDynamoDbUnfinishedUploads(client, env.MARKET_TABLE, objects, now),
      newId: createUploadIds(),
      rememberAnswer: createRememberAnswer(client, answers),
      now,
    },
    kind,
  );
  const answerWithAddress = answerWithAddressUseCase(composeUploadRequests(env), now, kind);
  const answerOnce = answerOnceUseCase({ store: answers, operation, now });
  return async (request: ApiRequest) =>
    answerWithAddress(
      request.caller,
      await answerOnce(request, (keyed) => announce(request.body, request.caller, keyed)),
    );
}

const composeFollowing =
  (useCase: typeof readUploadUseCase) =>
  <State extends ImportState, Body>(kind: UploadKind<State, Body>) => {
    const env = readEnv(UPLOADS_VARIABLES);
    const run = useCase({ objects: composeUploads(env), signed: composeUploadRequests(env), now }, kind);
    // The id is the only parameter of the path.
    return ({ path, caller }: ApiRequest) => run(Object.values(path)[0] ?? '', caller);
  };

/** The operation that reads an upload of a kind. */
export const composeUploadReading = composeFollowing(readUploadUseCase);
export const composeUploadCancellation = composeFollowing(cancelUploadUseCase);
