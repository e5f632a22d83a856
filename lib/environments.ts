import type { ReceiverAddresses } from '../shared/webhooks/receiver-addresses.ts';
import { LEAST_RETRY_SECONDS, RETRY_SECONDS } from '../shared/webhooks/retry-seconds.ts';

/** Environments the app is deployed to. `local` is the local host's stage, `emulator` the deploy test's. */
export const ENVIRONMENT_NAMES = ['dev', 'staging', 'prod', 'emulator', 'local'] as const;
export type EnvironmentName = (typeof ENVIRONMENT_NAMES)[number];

export interface EnvironmentSettings {
  readonly name: EnvironmentName;
  /** Tables refuse deletion, by CloudFormation and by DynamoDB itself. */
  readonly deletionProtection: boolean;
  /** Everything goes with the stacks: only where nothing in them is worth keeping. */
  readonly disposable: boolean;
  /** Days that function and access logs are kept. */
  readonly logRetentionDays: 7 | 30 | 365;
  /** Executions kept aside for the authorizer, so that key guessing cannot starve or be starved; absent = shared pool. */
  readonly authorizerReservedConcurrency?: number;
  /** X-Ray traces of API and functions. */
  readonly tracing: boolean;
  /** A web ACL with a rate rule per address in front of the API. */
  readonly webAcl: boolean;
  /** What a response that differs from its schema does: refuse it, or send it and count it. */
  readonly responseMismatch: 'refuse' | 'report';
  /** Where road distances come from; Amazon Location is paid by the request, and the embedded method stays its fallback. */
  readonly mapService: 'embedded' | 'amazon-location';
  /** Seconds from the end of each failed attempt of a webhook to the next; below 300 only where nothing is real. */
  readonly webhookRetrySeconds: readonly number[];
  /** Addresses that webhooks may be sent to; loopback only where nothing is real. */
  readonly webhookReceivers: ReceiverAddresses;
  /** Age of terminals in a function's memory from which newer ones are looked for; none is used at twice that age. */
  readonly terminalsRefreshSeconds: number;
  /** The same for diesel prices: they change weekly, so a minute is soon enough. */
  readonly marketRefreshSeconds: number;
}

const DEPLOYED = {
  deletionProtection: false,
  disposable: false,
  logRetentionDays: 30,
  tracing: false,
  webAcl: false,
  responseMismatch: 'report',
  mapService: 'embedded',
  webhookRetrySeconds: RETRY_SECONDS,
  webhookReceivers: 'public',
  terminalsRefreshSeconds: 20,
  marketRefreshSeconds: 60,
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
  staging: { ...DEPLOYED, tracing: true },
  prod: {
    ...DEPLOYED,
    deletionProtection: true,
    logRetentionDays: 365,
    authorizerReservedConcurrency: 100,
    tracing: true,
    webAcl: true,
  },
  // Its test waits for a retry.
  emulator: { ...DEPLOYED, ...HERE, webhookRetrySeconds: [3, 3, 3, 3, 3] },
  local: { ...DEPLOYED, ...HERE },
};

/**
 * The settings of one environment.
 * @throws Error naming the known environments when `name` is none of them.
 */
export function environmentSettings(name: string): EnvironmentSettings {
  const known = ENVIRONMENT_NAMES.find((candidate) => candidate === name);
  if (known === undefined) {
    throw new Error(`Unknown environment "${name}". Choose one of: ${ENVIRONMENT_NAMES.join(', ')}.`);
  }
  return { name: known, ...SETTINGS[known] };
}

/** Where nothing is real: this machine, and the deploy test's emulator. */
const WITHOUT_CALLERS: readonly EnvironmentName[] = ['emulator', 'local'];

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
