import { withRequestId } from '../../shared/platform/logging/log-context.ts';
import { queueInService } from '../../shared/platform/sqs/queue-in-service.ts';
import { readEnv } from './env.ts';
import { createPublishQuoteEvents } from './publish-quote-events.ts';

const env = readEnv();

/** Called by the stream of the quotes table. */
export const handler = withRequestId(createPublishQuoteEvents(queueInService(env.EVENTS_URL)));
