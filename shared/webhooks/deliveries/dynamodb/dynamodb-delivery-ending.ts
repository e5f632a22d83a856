import { webhookStatus } from './dynamodb-delivery-items.ts';

/** Attributes of pending deliveries only: without them a delivery is in no index of pending deliveries. */
const PENDING_ONLY =
  'dueAt, lookShard, lookAt, looks, claimId, claimedAt, claimedUrl, parkedIn, parkedAt, hostTokenAt, tokenAt, failingSince';

/** The part of an update that ends a delivery. */
export interface Ending {
  readonly sets: string;
  readonly removes: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Ends a delivery as delivered, or as failed with a reason for the webhook's owner. */
export function ending(webhookId: string, status: 'delivered' | 'failed', reason?: string): Ending {
  return {
    sets: `#status = :status, webhookStatus = :webhookStatus${reason === undefined ? '' : ', reason = :reason'}`,
    removes: PENDING_ONLY,
    values: {
      ':status': status,
      ':webhookStatus': webhookStatus(webhookId, status),
      ...(reason === undefined ? {} : { ':reason': reason }),
    },
  };
}
