import { setTimeout as pause } from 'node:timers/promises';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { log, type RunContext, withRequestId } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { announceExpiries } from '../../shared/quotes/expiry/announce-expiries.ts';
import { createDynamoDbExpiryAnnouncements } from '../../shared/quotes/expiry/dynamodb-expiry-announcements.ts';

/** Uses about 1,500 of the 4,000 write units per second that a new on-demand table has. */
const PER_SECOND = 500;

const { QUOTES_TABLE } = readEnv({ QUOTES_TABLE: text() });
const expiries = createDynamoDbExpiryAnnouncements({
  client: createDocumentClient(),
  TableName: QUOTES_TABLE,
});

/** Announces quotes that have expired. A schedule calls this function; additional calls do no harm. */
export const handler = withRequestId(async (_event: unknown, context: RunContext): Promise<void> => {
  const result = await announceExpiries({
    expiries,
    now: () => new Date(),
    remainingMs: () => context.getRemainingTimeInMillis(),
    pause: (ms) => pause(ms),
    perSecond: PER_SECOND,
  });
  if (result.announced > 0 || !result.finished) log(LOG.expiriesAnnounced, { ...result });
});
