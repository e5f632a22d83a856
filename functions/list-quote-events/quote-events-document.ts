import * as v from 'valibot';
import { DELIVERY_STATUSES, type Delivery } from '../../shared/webhooks/deliveries/delivery.ts';
import { EVENT_NAMES } from '../../shared/webhooks/events/event-names.ts';

const moment = v.pipe(v.string(), v.isoTimestamp());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Fields without a value are left out. */
export const eventDeliveryFields = v.object({
  delivery_id: v.string(),
  webhook_id: v.string(),
  status: v.picklist(DELIVERY_STATUSES),
  reason: v.exactOptional(v.string()),
  attempts: count,
  last_attempt_at: v.exactOptional(moment),
  last_response_status: v.exactOptional(count),
  redelivered_by: v.exactOptional(v.string()),
});

export const quoteEventFields = v.object({
  event_id: v.string(),
  event: v.picklist(EVENT_NAMES),
  status: v.picklist(['pending', 'converted', 'declined', 'superseded', 'expired']),
  created_at: moment,
  deliveries: v.array(eventDeliveryFields),
});

/** The 200 body. */
export const quoteEventsAnswer = v.object({ events: v.array(quoteEventFields) });

/** A delivery in the list of a quote's events. */
export function describeEventDelivery(delivery: Delivery): v.InferOutput<typeof eventDeliveryFields> {
  const {
    deliveryId,
    webhookId,
    status,
    reason,
    attempts,
    lastAttemptAt,
    lastResponseStatus,
    redeliveredBy,
  } = delivery;
  return {
    delivery_id: deliveryId,
    webhook_id: webhookId,
    status,
    ...(reason === undefined ? {} : { reason }),
    attempts,
    ...(lastAttemptAt === undefined ? {} : { last_attempt_at: lastAttemptAt }),
    ...(lastResponseStatus === undefined ? {} : { last_response_status: lastResponseStatus }),
    ...(redeliveredBy === undefined ? {} : { redelivered_by: redeliveredBy }),
  };
}
