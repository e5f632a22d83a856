import { DELIVERY_RATES, type DeliveryRates } from '../../shared/webhooks/limits/delivery-rates.ts';
import type { ReceiverAddresses } from '../../shared/webhooks/receiver-guard/receiver-addresses.ts';
import type { WebhookOwnership } from '../../shared/webhooks/registration/ownership-challenge.ts';
import { LEAST_RETRY_SECONDS, RETRY_SECONDS } from '../../shared/webhooks/sending/retry-seconds.ts';
import type { CustomDomainSettings } from './custom-domain-settings.ts';

/** Environments the app is deployed to. `local` is the local host's stage, `emulator` the deploy test's. */
export const ENVIRONMENT_NAMES = ['dev', 'staging', 'prod', 'emulator', 'local'] as const;
export type EnvironmentName = (typeof ENVIRONMENT_NAMES)[number];

/** An OpenSearch domain and its network; its nodes are one to a zone. */
export interface SearchDomainSettings {
  /** EC2 type of each node, as OpenSearch names it. */
  readonly instanceType: string;
  readonly nodes: 1 | 3;
  /** Of each node, in GB; 10 is the least that OpenSearch takes. */
  readonly volumeGb: number;
  /**
   * Zones of the region, by their place in the account's list, that functions are in; the nodes are in the first ones.
   * Two at least, so that a lost zone costs no search: one that Lambda or the instance type is not in must be left out.
   */
  readonly zones: readonly number[];
  /** How its endpoint is spoken to: a domain by HTTPS and signed; a node on this machine, which stands for one, by HTTP. */
  readonly scheme: 'https' | 'http';
}

/** `page`: callers or receivers lose something now, and a person is woken. `ticket`: it can wait for a working day. */
export type Severity = 'page' | 'ticket';

export interface EnvironmentSettings {
  readonly name: EnvironmentName;
  /** Tables refuse deletion, by CloudFormation and by DynamoDB itself. */
  readonly deletionProtection: boolean;
  /** Everything goes with the stacks: only where nothing in them is worth keeping. */
  readonly disposable: boolean;
  /** Days that function and access logs are kept. */
  readonly logRetentionDays: 7 | 30 | 365;
  /** Executions that functions have for themselves, and at most; absent = all share the account's. */
  readonly reservedExecutions?: Readonly<Record<string, number>>;
  /**
   * How a new version of a function gets its traffic. `direct`: the function is called as it is. `canary`: by an alias,
   * which gives it a tenth for five minutes and takes it back where it fails. `at-once`: by the alias, all of it.
   */
  readonly release: 'direct' | 'canary' | 'at-once';
  /** Another one than at the last deployment publishes new versions of all functions; absent = only what changed. */
  readonly revision?: string;
  /** Name that callers know the API by, instead of API Gateway's own. */
  readonly customDomain?: CustomDomainSettings;
  /** X-Ray traces of API and functions. */
  readonly tracing: boolean;
  /** A web ACL with a rate rule per address in front of the API. */
  readonly webAcl: boolean;
  /** Origins of pages in browsers that may call the API ("https://app.example.com"); none: no CORS, and OPTIONS is 404. */
  readonly allowedOrigins: readonly string[];
  /** What a response that differs from its schema does: refuse it, or send it and count it. */
  readonly responseMismatch: 'refuse' | 'report';
  /** Where road distances come from; Amazon Location is paid by the request, and the embedded method stays its fallback. */
  readonly mapService: 'embedded' | 'amazon-location';
  /** Seconds from the end of each failed attempt of a webhook to the next; below 300 only where nothing is real. */
  readonly webhookRetrySeconds: readonly number[];
  /** `challenge`: an address is registered only when it answers a challenge. */
  readonly webhookOwnership: WebhookOwnership;
  /** Limits of what webhooks send, by organization and by receiving host. */
  readonly webhookRates: DeliveryRates;
  /** Addresses that webhooks may be sent to; loopback only where nothing is real. */
  readonly webhookReceivers: ReceiverAddresses;
  /** Age of terminals in a function's memory from which newer ones are looked for; none is used at twice that age. */
  readonly terminalsRefreshSeconds: number;
  /** The same for diesel prices: they change weekly, so a minute is soon enough. */
  readonly marketRefreshSeconds: number;
  /** What answers a terminal search: the index in each function's memory alone, or a domain with that one behind it. */
  readonly terminalSearch: 'embedded' | SearchDomainSettings;
  /** A bucket that files of loads are brought in from; on this machine the command line does. */
  readonly uploads: boolean;
  /** Where docs/runbook.md is read: links of alarms are this and an anchor. */
  readonly runbookUrl: string;
  /** Who hears of alarms, by severity: e-mail addresses, and https URLs of a chat or an on-call service. */
  readonly alarmSubscribers: Readonly<Record<Severity, readonly string[]>>;
  /** USD a month, of everything with the environment's tag; absent = no budget is watched. */
  readonly monthlyBudgetUsd?: number;
  /** `simple` leaves out saved queries, and alarms over several metrics: the deploy test's emulator knows neither. */
  readonly monitoring: 'whole' | 'simple';
}

/** One burstable node: nobody waits for it, since the embedded search answers where it does not. */
const ONE_NODE: SearchDomainSettings = {
  instanceType: 't3.small.search',
  nodes: 1,
  volumeGb: 10,
  zones: [0, 1],
  scheme: 'https',
};

/** A node in each of three zones: any one may be lost, and the two left still agree on who leads. */
const THREE_ZONES: SearchDomainSettings = {
  instanceType: 'm6g.large.search',
  nodes: 3,
  volumeGb: 10,
  zones: [0, 1, 2],
  scheme: 'https',
};

/** By function. The rest of the account's executions is shared: docs/scale.md has what bounds each path. */
const RESERVED_EXECUTIONS = {
  // Key guessing must neither starve it nor starve others by it.
  authorizer: 100,
  // A caller decides how long these run, by its name servers, its receiver or how much it recovers.
  'create-webhook': 40,
  'update-webhook': 40,
  'test-webhook': 40,
  'recover-deliveries': 20,
} as const;

const DEPLOYED = {
  deletionProtection: false,
  disposable: false,
  logRetentionDays: 30,
  release: 'direct',
  tracing: false,
  webAcl: false,
  allowedOrigins: [],
  responseMismatch: 'report',
  mapService: 'embedded',
  webhookRetrySeconds: RETRY_SECONDS,
  webhookRates: DELIVERY_RATES,
  webhookOwnership: 'unchecked',
  webhookReceivers: 'public',
  terminalsRefreshSeconds: 20,
  marketRefreshSeconds: 60,
  terminalSearch: 'embedded',
  uploads: true,
  runbookUrl: 'docs/runbook.md',
  alarmSubscribers: { page: [], ticket: [] },
  monitoring: 'whole',
} as const;

/** On this machine nothing is kept, faults show at once, and nobody waits for what the operator changed. */
const HERE = {
  disposable: true,
  logRetentionDays: 7,
  responseMismatch: 'refuse',
  webhookReceivers: 'public-and-loopback',
  terminalsRefreshSeconds: 1,
  marketRefreshSeconds: 1,
} as const;

const SETTINGS: Record<EnvironmentName, Omit<EnvironmentSettings, 'name'>> = {
  dev: { ...DEPLOYED, logRetentionDays: 7 },
  staging: { ...DEPLOYED, tracing: true, terminalSearch: ONE_NODE },
  prod: {
    ...DEPLOYED,
    deletionProtection: true,
    logRetentionDays: 365,
    reservedExecutions: RESERVED_EXECUTIONS,
    release: 'canary',
    tracing: true,
    webAcl: true,
    terminalSearch: THREE_ZONES,
  },
  // Its test waits for a retry.
  emulator: { ...DEPLOYED, ...HERE, webhookRetrySeconds: [3, 3, 3, 3, 3], monitoring: 'simple' },
  local: { ...DEPLOYED, ...HERE, uploads: false },
};

/**
 * The settings of one environment.
 * @param options `opensearch` has terminals searched on a domain of one node, whatever the environment has.
 * @throws Error naming the known environments when `name` is none of them.
 */
export function environmentSettings(
  name: string,
  options: { readonly opensearch?: boolean } = {},
): EnvironmentSettings {
  const known = ENVIRONMENT_NAMES.find((candidate) => candidate === name);
  if (known === undefined) {
    const said = name === '' ? 'No environment is named' : `Unknown environment "${name}"`;
    throw new Error(`${said}: add -c environment= and one of ${ENVIRONMENT_NAMES.join(', ')}.`);
  }
  const settings = { name: known, ...SETTINGS[known] };
  if (!options.opensearch) return settings;
  const scheme = WITHOUT_CALLERS.includes(known) ? 'http' : 'https';
  return { ...settings, terminalSearch: { ...ONE_NODE, scheme } };
}

/** Where nothing is real: this machine, and the deploy test's emulator. */
const WITHOUT_CALLERS: readonly EnvironmentName[] = ['emulator', 'local'];

/**
 * Holds a domain to what its network promises.
 * @throws Error where queries would go unencrypted and unsigned, or a zone is missing.
 */
export function checkSearchSettings({ name, terminalSearch }: EnvironmentSettings): void {
  if (terminalSearch === 'embedded') return;
  const { scheme, zones, nodes } = terminalSearch;
  if (scheme !== 'https' && !WITHOUT_CALLERS.includes(name)) {
    throw new Error(`${name}: a domain must be spoken to by HTTPS.`);
  }
  if (new Set(zones).size < Math.max(2, nodes)) {
    throw new Error(`${name}: a domain of ${nodes} nodes needs ${Math.max(2, nodes)} zones or more.`);
  }
}

/**
 * Holds settings to what callers were promised.
 * @throws Error where an environment with callers would send webhooks to loopback, or try again too soon.
 */
export function checkWebhookSettings(settings: EnvironmentSettings): void {
  const { name, webhookReceivers, webhookRetrySeconds } = settings;
  if (WITHOUT_CALLERS.includes(name)) return;
  if (webhookReceivers !== 'public') throw new Error(`${name}: webhooks must go to public addresses only.`);
  if (webhookRetrySeconds.some((seconds) => seconds < LEAST_RETRY_SECONDS)) {
    throw new Error(`${name}: attempts of a webhook must be ${LEAST_RETRY_SECONDS} seconds apart or more.`);
  }
}

/** The throttle of a standard plan: 1000 requests a minute (interface specification, section 8). */
export const STANDARD_PLAN_THROTTLE = { rateLimit: 16.67, burstLimit: 500 } as const;
