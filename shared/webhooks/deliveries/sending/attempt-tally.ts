import type { Webhook } from '../../store/webhook.ts';
import type { DeliveryHint } from '../delivery.ts';
import type { Parking } from '../delivery-ports.ts';
import type { Attempted } from './attempt-delivery.ts';

/** What became of an organization's deliveries in a run. */
export interface OrganizationTally {
  readonly orgId: string;
  /** Attempts that a receiver answered well. */
  readonly succeeded: number;
  readonly failed: number;
  /** Of those that failed, the last ones: their deliveries have ended. */
  readonly ended: number;
  /** Put aside, since the organization had 100 in flight. */
  readonly parked: number;
  /** Put off, since the organization or the host had no tokens left. */
  readonly deferred: number;
  /** Failed attempts by their kind: status, timeout, dns, ... */
  readonly errors: Readonly<Record<string, number>>;
}

type Attempt = (hint: DeliveryHint, webhook: Webhook, tooLate: () => boolean) => Promise<Attempted>;

interface Counts {
  succeeded: number;
  failed: number;
  ended: number;
  parked: number;
  deferred: number;
  readonly errors: Record<string, number>;
}

/** Counts what a run does, by organization: a line each tells more, and costs less, than a metric each would. */
export function createAttemptTally() {
  const counts = new Map<string, Counts>();
  const of = (orgId: string): Counts => {
    const known = counts.get(orgId) ?? {
      succeeded: 0,
      failed: 0,
      ended: 0,
      parked: 0,
      deferred: 0,
      errors: {},
    };
    counts.set(orgId, known);
    return known;
  };

  return {
    /** An attempt that is counted. */
    attempting:
      (attempt: Attempt): Attempt =>
      async (hint, webhook, tooLate) => {
        const attempted = await attempt(hint, webhook, tooLate);
        if (attempted.outcome === 'deferred') of(hint.orgId).deferred += 1;
        if (attempted.outcome !== 'attempted') return attempted;
        const own = of(hint.orgId);
        const { error } = attempted.attempt;
        if (error === undefined) own.succeeded += 1;
        else {
          own.failed += 1;
          own.errors[error] = (own.errors[error] ?? 0) + 1;
          if (attempted.status === 'failed') own.ended += 1;
        }
        return attempted;
      },

    /** Parking that is counted. */
    parking: (parking: Parking): Parking => ({
      ...parking,
      park: async (delivery, at) => {
        const met = await parking.park(delivery, at);
        if (met) of(delivery.orgId).parked += 1;
        return met;
      },
    }),

    /** What was counted since it was taken last. */
    take(): readonly OrganizationTally[] {
      const taken = [...counts].map(([orgId, own]) => ({ orgId, ...own }));
      counts.clear();
      return taken;
    },
  };
}
