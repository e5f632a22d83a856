import type { Webhook } from '../../store/webhook.ts';
import type { DeliveryMessage } from '../delivery.ts';
import type { DeferredDeliveries } from '../delivery-ports.ts';
import type { Attempted } from './attempt-delivery.ts';

/** Counts of an organization's deliveries in a run. */
export interface OrganizationTally {
  readonly orgId: string;
  /** Attempts that were answered with 2xx. */
  readonly succeeded: number;
  readonly failed: number;
  /** Failed attempts that were the last of their delivery. */
  readonly ended: number;
  /** Deliveries deferred because the organization was at its concurrency limit. */
  readonly deferred: number;
  /** Deliveries postponed because a rate limit was exceeded. */
  readonly postponed: number;
  /** Failed attempts by error: status, timeout, dns, ... */
  readonly errors: Readonly<Record<string, number>>;
  /** Seconds from event to response of deliveries that succeeded at once, without those that waited for a limit. */
  readonly delays: readonly number[];
}

type Attempt = (message: DeliveryMessage, webhook: Webhook, tooLate: () => boolean) => Promise<Attempted>;

interface Counts {
  succeeded: number;
  failed: number;
  ended: number;
  deferred: number;
  postponed: number;
  readonly errors: Record<string, number>;
  readonly delays: number[];
}

/** Counts by organization what a run does. One log line each costs less than a metric each. */
export function createAttemptTally() {
  const counts = new Map<string, Counts>();
  const of = (orgId: string): Counts => {
    const known = counts.get(orgId) ?? {
      succeeded: 0,
      failed: 0,
      ended: 0,
      deferred: 0,
      postponed: 0,
      errors: {},
      delays: [],
    };
    counts.set(orgId, known);
    return known;
  };

  return {
    /** Wraps a function that makes attempts, and counts them. @param deferred whether it makes those of deferred deliveries. */
    attempting:
      (attempt: Attempt, deferred = false): Attempt =>
      async (message, webhook, tooLate) => {
        const attempted = await attempt(message, webhook, tooLate);
        if (attempted.outcome === 'postponed') of(message.orgId).postponed += 1;
        if (attempted.outcome !== 'attempted') return attempted;
        const own = of(message.orgId);
        const { delaySeconds } = attempted;
        if (delaySeconds !== undefined && !deferred) own.delays.push(delaySeconds);
        const { error } = attempted.attempt;
        if (error === undefined) own.succeeded += 1;
        else {
          own.failed += 1;
          own.errors[error] = (own.errors[error] ?? 0) + 1;
          if (attempted.status === 'failed') own.ended += 1;
        }
        return attempted;
      },

    /** Wraps deferred deliveries, and counts new ones. */
    deferring: (deferredDeliveries: DeferredDeliveries): DeferredDeliveries => ({
      ...deferredDeliveries,
      defer: async (delivery, at) => {
        const met = await deferredDeliveries.defer(delivery, at);
        if (met) of(delivery.orgId).deferred += 1;
        return met;
      },
    }),

    /** Returns the counts since the last call, and resets them. */
    take(): readonly OrganizationTally[] {
      const tallies = [...counts].map(([orgId, own]) => ({ orgId, ...own }));
      counts.clear();
      return tallies;
    },
  };
}
