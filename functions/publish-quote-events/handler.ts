import { createStreamPublisher } from '../../shared/platform/dynamodb/stream-publisher.ts';
import { readEnv, url } from '../../shared/platform/env/read-env.ts';
import { withRequestId } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { convertedQuoteMessage } from '../../shared/quotes/loads/converted-quote.ts';
import { writeEventMessage } from '../../shared/webhooks/events/event-message.ts';
import { convertedQuoteOf, quoteEventsOf } from './quote-events.ts';

const env = readEnv({
  /** Address of the intake queue. */
  EVENTS_URL: url(),
  /** Address of the queue of uploads, whose function imports loads. */
  UPLOADS_URL: url(),
});
const intake = composeQueue(env.EVENTS_URL);
const uploads = composeQueue(env.UPLOADS_URL);

/** Publishes events from the stream of the quotes table, and asks for the loads of converted quotes. */
export const handler = withRequestId(
  createStreamPublisher(
    (record) =>
      quoteEventsOf(record).flatMap((event) => {
        const { orgId } = event;
        const converted = convertedQuoteOf(event);
        const load = converted && {
          body: convertedQuoteMessage(converted),
          group: `${orgId}#${converted.mode}`,
        };
        return [
          { queue: intake, message: { body: writeEventMessage(event), group: orgId } },
          ...(load ? [{ queue: uploads, message: load }] : []),
        ];
      }),
    LOG.quoteRecordUnreadable,
  ),
);
