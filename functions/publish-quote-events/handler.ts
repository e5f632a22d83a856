import { readEnv, url } from '../../shared/platform/env/read-env.ts';
import { withRequestId } from '../../shared/platform/logging/log.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { createPublishQuoteEvents } from './publish-quote-events.ts';

const env = readEnv({
  /** Address of the intake queue. */
  EVENTS_URL: url(),
  /** Address of the queue of uploads, whose function imports loads. */
  UPLOADS_URL: url(),
});

/** Publishes events from the stream of the quotes table, and asks for the loads of converted quotes. */
export const handler = withRequestId(
  createPublishQuoteEvents({ intake: composeQueue(env.EVENTS_URL), uploads: composeQueue(env.UPLOADS_URL) }),
);
