import { answerOnceUseCase, replayOrReject } from '../../shared/accounts/idempotency/answer-once.ts';
import { createDynamoDbIdempotencyStore } from '../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import { createRememberAnswer } from '../../shared/accounts/idempotency/dynamodb-remember-answer.ts';
import {
  addRateFileAddressUseCase,
  createRateUploadUseCase,
} from '../../shared/contracts/upload-operations/create-rate-upload.ts';
import { createdRateUploadAnswer } from '../../shared/contracts/upload-operations/rate-upload-document.ts';
import { createDynamoDbUnfinishedUploads } from '../../shared/market/upload-operations/dynamodb-unfinished-uploads.ts';
import { createUploadIds } from '../../shared/market/upload-operations/upload-id.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import {
  composeUploadRequests,
  composeUploads,
  UPLOADS_VARIABLES,
} from '../../shared/platform/s3/compose-uploads.ts';

const env = readApiEnv({
  IDEMPOTENCY_TABLE: text(),
  MARKET_TABLE: text(),
  ...UPLOADS_VARIABLES,
});
const client = createDocumentClient();
const now = () => new Date();
const objects = composeUploads(env);
const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);

const createUpload = createRateUploadUseCase({
  objects,
  unfinished: createDynamoDbUnfinishedUploads(client, env.MARKET_TABLE, objects, now),
  newId: createUploadIds(),
  rememberAnswer: createRememberAnswer(client, answers),
  replay: (call) => replayOrReject(answers, call),
  now,
});
const addAddress = addRateFileAddressUseCase(composeUploadRequests(env), now);
const answerOnce = answerOnceUseCase({ store: answers, operation: 'create-contract-rate-upload', now });

/** POST /api/v1/contract-rates/uploads. */
export const handler = createApiHandler({
  errorFormat: 'quotes',
  hasBody: 'optional',
  response: createdRateUploadAnswer,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: async (request) =>
    addAddress(
      request.caller,
      await answerOnce(request, (keyed) => createUpload(request.body, request.caller, keyed)),
    ),
});
