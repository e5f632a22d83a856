import { webhookStatus } from './dynamodb-delivery-items.ts';

/** Attributes that only pending deliveries have: without them a delivery is in no index of pending ones. */
const PENDING_ONLY =
  'dueAt, lookShard, lookAt, looks, claimId, claimedAt, claimedUrl, parkedIn, parkedAt, hostTokenAt, tokenAt';

/** The part of an update that ends a delivery for good. */
export interface Ending {
  readonly sets: string;
  readonly removes: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Ends a delivery as delivered, or as failed with the reason that its owner reads. */
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
