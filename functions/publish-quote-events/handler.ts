import { readEnv, url } from '../../shared/platform/env/read-env.ts';
import { withRequestId } from '../../shared/platform/logging/log-context.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { createPublishQuoteEvents } from './publish-quote-events.ts';

const env = readEnv({
  /** Address of the intake queue. */
  EVENTS_URL: url(),
});

/** Publishes events from the stream of the quotes table. */
export const handler = withRequestId(createPublishQuoteEvents(composeQueue(env.EVENTS_URL)));
