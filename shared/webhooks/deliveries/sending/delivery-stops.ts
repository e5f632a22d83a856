import { cacheLookups } from '../../../accounts/authorization/cache-lookups.ts';
import type { Organization } from '../../../accounts/organizations/organization.ts';

/**
 * Port: whether nothing may be sent for an organization: it is suspended, or an operator has stopped its deliveries.
 * Its deliveries are kept. Known up to `STOPS_MAX_AGE_MS` late.
 */
export type DeliveryStops = (orgId: string) => Promise<boolean>;

/** With the longest attempt, a stop takes effect within half a minute. */
export const STOPS_MAX_AGE_MS = 20_000;

/** A few megabytes at most. */
const MOST_REMEMBERED = 10_000;

export interface DeliveryStopsParts {
  readonly findOrganization: (orgId: string) => Promise<Organization | undefined>;
  readonly now: () => Date;
}

/** An organization without a record is not stopped: its webhooks went before the record did. */
export function createDeliveryStops({ findOrganization, now }: DeliveryStopsParts): DeliveryStops {
  const isStopped = async (orgId: string): Promise<boolean> => {
    const { status, deliveriesStopped = false } = (await findOrganization(orgId)) ?? {};
    return status === 'suspended' || deliveriesStopped;
  };
  return cacheLookups(isStopped, {
    maxAgeMs: STOPS_MAX_AGE_MS,
    maxEntries: MOST_REMEMBERED,
    now: () => now().getTime(),
  });
}
