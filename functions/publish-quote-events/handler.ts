import { withRequestId } from '../../shared/logging/log-context.ts';
import { queueInService } from '../../shared/queues/queue-in-service.ts';
import { readEnv } from './env.ts';
import { createPublishQuoteEvents } from './publish-quote-events.ts';

const env = readEnv();

/** Called by the stream of the quotes table. */
export const handler = withRequestId(createPublishQuoteEvents(queueInService(env.EVENTS_URL)));
