import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { withRequestId } from '../../shared/platform/logging/log.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { chunksOfRun } from '../../shared/rfps/store/dynamodb-rfp-reader.ts';
import { createPublishRfpChanges } from './publish-rfp-changes.ts';

const env = readEnv({
  RFPS_TABLE: text(),
  /** Address of the intake queue of events. */
  EVENTS_URL: url(),
  /** Address of the queue of chunks and erasures. */
  RFP_WORK_URL: url(),
});

const table = { client: createDocumentClient(), rfpsTable: env.RFPS_TABLE };

/** Publishes changes from the stream of the table of RFPs. */
export const handler = withRequestId(
  createPublishRfpChanges({
    events: composeQueue(env.EVENTS_URL),
    work: composeQueue(env.RFP_WORK_URL),
    chunksOfRun: (account, head) => chunksOfRun(table, account, head),
  }),
);
