import { setTimeout as pause } from 'node:timers/promises';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { log } from '../../shared/platform/logging/log.ts';
import { type RunContext, withRequestId } from '../../shared/platform/logging/log-context.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { announceExpiries } from '../../shared/quotes/expiry/announce-expiries.ts';
import { createDynamoDbExpiryAnnouncements } from '../../shared/quotes/expiry/dynamodb-expiry-announcements.ts';
import { readEnv } from './env.ts';

/** Some 1,500 write units a second, of the 4,000 that an on-demand table begins with. */
const PER_SECOND = 500;

const { QUOTES_TABLE } = readEnv();
const expiries = createDynamoDbExpiryAnnouncements({
  client: createDocumentClient(),
  TableName: QUOTES_TABLE,
});

/** Announces quotes that have expired; called by a schedule, as often as it likes. */
export const handler = withRequestId(async (_event: unknown, context: RunContext): Promise<void> => {
  const swept = await announceExpiries({
    expiries,
    now: () => new Date(),
    remainingMs: () => context.getRemainingTimeInMillis(),
    pause: (ms) => pause(ms),
    perSecond: PER_SECOND,
  });
  if (swept.announced > 0 || !swept.finished) log('info', LOG.expiriesAnnounced, { ...swept });
});
