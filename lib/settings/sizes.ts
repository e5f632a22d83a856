import { ONE_NODE, type SearchDomainSettings, THREE_ZONES } from './search-domain-settings.ts';

/** Lambda rejects a reservation that leaves fewer (docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html). */
export const MIN_UNRESERVED_EXECUTIONS = 100;

export interface SoldPlans {
  readonly standardOrganizations: number;
  readonly enterpriseRequestsPerMinute: number;
}

/** What an environment carries, and what it takes of the account for that. */
export interface Size {
  /** Quota of concurrent executions of the account and region. */
  readonly accountExecutions: number;
  /** Plans that it sells: standard organizations, and calls a minute of all enterprise organizations together. */
  readonly plans: SoldPlans;
  /** Calls of all organizations at the same moment, when no execution is warm and all queues are busy. */
  readonly callsAtOnce: number;
  /**
   * By function; also the most that it runs. The authorizer has one for each call at once, and at most the 1,000 that Lambda
   * starts of a function in ten seconds (docs.aws.amazon.com/lambda/latest/dg/scaling-behavior.html). How long the others
   * run depends on name servers, receivers and recovered deliveries of a caller.
   */
  readonly reservedExecutions: Readonly<Record<string, number>>;
  /** Most executions of functions that consume queues, if not those of their definitions. */
  readonly queueExecutions: Readonly<Record<string, number>>;
  readonly terminalSearch: SearchDomainSettings;
}

export const SIZE_NAMES = ['small', 'medium', 'large'] as const;
export type SizeName = (typeof SIZE_NAMES)[number];

const reserved = (authorizer: number, callers: number) => ({
  authorizer,
  'create-webhook': callers,
  'update-webhook': callers,
  'test-webhook': 2 * callers,
  'recover-deliveries': callers,
});

/** `small` fits the default quota of an account. A test compares what each size sells with what it reserves and leaves. */
export const SIZES: Readonly<Record<SizeName, Size>> = {
  small: {
    accountExecutions: 1_000,
    plans: { standardOrganizations: 20, enterpriseRequestsPerMinute: 370 },
    callsAtOnce: 370,
    reservedExecutions: reserved(400, 5),
    queueExecutions: { 'dispatch-event': 20, 'deliver-webhook': 60, 'retry-webhook': 60 },
    terminalSearch: ONE_NODE,
  },
  medium: {
    accountExecutions: 3_000,
    plans: { standardOrganizations: 100, enterpriseRequestsPerMinute: 2_000 },
    callsAtOnce: 980,
    reservedExecutions: reserved(1_000, 10),
    queueExecutions: {},
    terminalSearch: THREE_ZONES,
  },
  large: {
    accountExecutions: 5_000,
    plans: { standardOrganizations: 400, enterpriseRequestsPerMinute: 20_000 },
    callsAtOnce: 920,
    reservedExecutions: reserved(1_000, 25),
    queueExecutions: {},
    terminalSearch: THREE_ZONES,
  },
};

/** Staging has reservations, so that it rehearses them, and leaves the account to prod. */
export const REHEARSED_RESERVATIONS = reserved(20, 1);
