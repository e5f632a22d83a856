import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { createDynamoDbSuspensionLookup } from '../../shared/accounts/organizations/dynamodb-suspension-lookup.ts';
import { composeLaneReader, LANE_READER_VARIABLES } from '../../shared/chats/compose-chats.ts';
import { createDynamoDbMailboxes } from '../../shared/chats/dynamodb-mailboxes.ts';
import { receiveMailUseCase } from '../../shared/chats/receive-mail.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { describeError, log, withRequestId } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { composeBucket } from '../../shared/platform/s3/compose-bucket.ts';
import { composeUploads, UPLOADS_VARIABLES } from '../../shared/platform/s3/compose-uploads.ts';
import { readUploadEvent } from '../../shared/uploads/upload-message.ts';

const env = readEnv({
  ...LANE_READER_VARIABLES,
  ...UPLOADS_VARIABLES,
  ORGANIZATIONS_TABLE: text(),
  /** Bucket into which Amazon SES writes. */
  MAIL_BUCKET: text(),
  MAIL_DOMAIN: text(),
});
const reader = await composeLaneReader(env);
const receiveMail = receiveMailUseCase({
  ...reader,
  mails: composeBucket(env.MAIL_BUCKET, env),
  files: composeUploads(env),
  mailboxes: createDynamoDbMailboxes(reader.client, env.RFPS_TABLE),
  isSuspended: createDynamoDbSuspensionLookup(reader.client, env.ORGANIZATIONS_TABLE),
  domain: env.MAIL_DOMAIN,
});

/** Whether a message must be delivered again. Lines of the log have no words of a mail. */
async function again({ body, messageId }: SQSRecord): Promise<boolean> {
  const key = readUploadEvent(body)?.key;
  if (key === undefined) {
    log(LOG.mailEventUnknown, { messageId });
    return true;
  }
  try {
    for (const { account, ...outcome } of await receiveMail(key)) {
      if (outcome.outcome === 'refused') log(LOG.mailRefused, { key, reason: outcome.reason, ...account });
      else
        log(LOG.mailReceived, { key, chatId: outcome.chatId, isNew: outcome.outcome === 'chat', ...account });
    }
    return false;
  } catch (error) {
    log(LOG.mailFailed, { messageId, key, ...describeError(error) });
    return true;
  }
}

export const handler = withRequestId(
  async ({ Records }: Pick<SQSEvent, 'Records'>): Promise<SQSBatchResponse> => {
    const failures: string[] = [];
    for (const record of Records) if (await again(record)) failures.push(record.messageId);
    return { batchItemFailures: failures.map((itemIdentifier) => ({ itemIdentifier })) };
  },
);
