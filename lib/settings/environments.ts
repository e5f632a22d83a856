import type { TableName } from '../../functions/definition-types.ts';
import { DELIVERY_RATES, type DeliveryRates } from '../../shared/webhooks/limits/webhook-limits.ts';
import type { ReceiverAddresses } from '../../shared/webhooks/receiver-guard/address-guard.ts';
import type { WebhookOwnership } from '../../shared/webhooks/registration/ownership-challenge.ts';
import { MIN_RETRY_SECONDS, RETRY_SECONDS } from '../../shared/webhooks/sending/retry-schedule.ts';
import { ONE_NODE, type SearchDomainSettings } from './search-domain-settings.ts';
import { REHEARSED_RESERVATIONS, SIZES, type SizeName, type SoldPlans } from './sizes.ts';

/** A copy of each backup in a vault of another region or account. */
export interface BackupCopy {
  /** The vault must exist, and its policy must allow `backup:CopyIntoBackupVault` to this account. */
  readonly vaultArn: string;
  readonly retentionDays: number;
}

export const BACKUP_LOCKS = ['none', 'governance', 'compliance'] as const;

/** Daily backups of tables by AWS Backup. */
export interface BackupSettings {
  /** Retention in the vault of the environment. */
  readonly retentionDays: number;
  /**
   * Lock of the vault of the environment. `governance`: only principals with `backup:DeleteBackupVaultLockConfiguration`
   * can delete a backup before its retention ends. `compliance`: after COMPLIANCE_GRACE_DAYS no principal can, including AWS.
   */
  readonly lock: (typeof BACKUP_LOCKS)[number];
  readonly copies: readonly BackupCopy[];
  /** The operator knows that no copy is in another region, and wants no warning. */
  readonly copiesWaived?: boolean;
}

/** Days in which a compliance lock can still be removed; the minimum of AWS. */
export const COMPLIANCE_GRACE_DAYS = 3;

/** Environments of the app. The local host uses `local`, the deploy test uses `emulator`. */
export const ENVIRONMENT_NAMES = ['dev', 'staging', 'prod', 'emulator', 'local'] as const;
export type EnvironmentName = (typeof ENVIRONMENT_NAMES)[number];

export interface WarmThroughput {
  readonly readUnitsPerSecond: number;
  readonly writeUnitsPerSecond: number;
}

/** `page`: affects callers or receivers now and calls the on-call engineer. `ticket`: can wait for a working day. */
export type Severity = 'page' | 'ticket';

export const LOG_RETENTION_DAYS = [7, 30, 90, 365, 731] as const;
type LogRetentionDays = (typeof LOG_RETENTION_DAYS)[number];

/** A custom domain of the API, with an existing certificate or one that is validated in the hosted zone. */
export interface CustomDomainSettings {
  /** "api.example.com" */
  readonly name: string;
  /** ARN in AWS Certificate Manager, in the region of the deployment; absent = created, and validated in the zone. */
  readonly certificateArn?: string;
  /** Hosted zone in Route 53 for the record; absent = external DNS, and the deployment prints the record. */
  readonly hostedZone?: { readonly id: string; readonly name: string };
  /** Keeps the API Gateway URL enabled while callers migrate; absent = disabled. */
  readonly keepsApiGatewayUrl?: boolean;
}

/** The distribution of the pages and the API, under one name. */
export interface WebSettings {
  /** "freight.example.com": its own name, since CloudFront enforces TLS 1.2 only for names with a certificate. */
  readonly name: string;
  /** ARN in AWS Certificate Manager, in us-east-1, where CloudFront reads certificates. */
  readonly certificateArn: string;
  /** Hosted zone in Route 53 for the records; absent = external DNS, and the deployment prints the record. */
  readonly hostedZone?: { readonly id: string; readonly name: string };
}

export interface EnvironmentSettings {
  readonly name: EnvironmentName;
  /** The only AWS account of this environment; absent = that of the credentials. */
  readonly account?: string;
  /** The only region of this environment; absent = that of the AWS configuration. */
  readonly region?: string;
  /** Who owns and who pays for the resources of this environment. */
  readonly owner?: string;
  readonly costCenter?: string;
  /** CloudFormation and DynamoDB reject the deletion of tables. */
  readonly deletionProtection: boolean;
  /**
   * Stacks that the account has; absent = all. Others are not protected yet: CloudFormation must be able to delete what a
   * failed creation leaves, so that the same command can repeat it. The next deployment protects them.
   */
  readonly createdStacks?: readonly string[] | undefined;
  /** Daily backups of the tables in a vault, with copies; absent = only point-in-time recovery in the same region. */
  readonly backups?: BackupSettings;
  /** Deleting the stacks deletes all data: only for environments without data to keep. */
  readonly disposable: boolean;
  /** Retention of function and access logs, in days. */
  readonly logRetentionDays: LogRetentionDays;
  /** What the environment sells; absent = not sized, and only the account limits it. */
  readonly size?: SizeName;
  /** Plans that the command line sells at most. */
  readonly plans?: SoldPlans;
  /** Reserved concurrency by function; absent = all functions share the concurrency of the account. */
  readonly reservedExecutions?: Readonly<Record<string, number>>;
  /** Most executions of functions that consume queues, if not those of their definitions. */
  readonly queueExecutions?: Readonly<Record<string, number>>;
  /** Memory of functions in MB, if not that of their definitions. */
  readonly functionMemoryMb?: Readonly<Record<string, number>>;
  /** Requests a second that tables take at once, before a peak that is announced. */
  readonly warmThroughput?: Readonly<Partial<Record<TableName, WarmThroughput>>>;
  /** Provisioned concurrency of the alias `live`, by function; absent = none. It costs money at rest. */
  readonly provisionedExecutions?: Readonly<Record<string, number>>;
  /**
   * How a new version of a function gets traffic. `direct`: without an alias. `canary`: by an alias, 10% for five minutes,
   * with a rollback on failure. `at-once`: by the alias, all traffic.
   */
  readonly release: 'direct' | 'canary' | 'at-once';
  /** Commit that is deployed: GET /health shows it. */
  readonly version: string;
  /** A new value publishes new versions of all functions; absent = only changed functions. */
  readonly revision?: string;
  /** Custom domain of the API, instead of the API Gateway URL. */
  readonly customDomain?: CustomDomainSettings;
  /** A distribution with the pages and the API, whose own address is then closed; absent = only the API. */
  readonly web?: WebSettings;
  /** Metrics of each operation with an objective, which API Gateway charges as custom metrics. Without them: of all operations. */
  readonly operationMetrics: boolean;
  /** `all`: pages and tickets. `pages`: only pages, for environments without callers who depend on them. */
  readonly alarms: 'all' | 'pages';
  /** Minutes between two runs of the probe, which calls the public API; absent = no probe. */
  readonly probeMinutes?: number;
  /** X-Ray traces of API and functions. */
  readonly tracing: boolean;
  /** A web ACL with a rate rule per address in front of the API. */
  readonly webAcl: boolean;
  /**
   * Calls a minute of one IP address. 20,000 allows an enterprise organization behind one address, and is far below the rate
   * that guessing a key would need.
   */
  readonly callsPerMinuteAndAddress: number;
  /** Web origins that can call the API ("https://app.example.com"); empty: no CORS, and OPTIONS answers 404. */
  readonly allowedOrigins: readonly string[];
  /** A response that does not match its schema: `reject` answers 500, `report` sends it and counts the mismatch. */
  readonly responseMismatch: 'reject' | 'report';
  /** Source of road distances. Amazon Location charges per request; the embedded method is its fallback. */
  readonly mapService: 'embedded' | 'amazon-location';
  /** What reads texts of chats: the grammar, or a model or inference profile of Amazon Bedrock by its id. */
  readonly chatReader: string;
  /** Domain for which Amazon SES receives mails, which become chats; absent = none. */
  readonly mailDomain?: string;
  /** Delays in seconds after each failed webhook attempt; below 300 only in environments without callers. */
  readonly webhookRetrySeconds: readonly number[];
  /** `challenge`: a receiver URL is registered only if it answers a challenge. */
  readonly webhookOwnership: WebhookOwnership;
  /** Limits of webhook requests in a minute, by organization and by unproven address. */
  readonly webhookRates: DeliveryRates;
  /** Allowed receiver addresses; loopback only in environments without callers. */
  readonly webhookReceivers: ReceiverAddresses;
  /** Age in seconds from which a function refreshes its terminals; it uses none that are twice as old. */
  readonly terminalsRefreshSeconds: number;
  /** The same for diesel prices and the market. */
  readonly marketRefreshSeconds: number;
  /** Terminal search: the embedded index of each function, or a search domain with the embedded index as fallback. */
  readonly terminalSearch: 'embedded' | SearchDomainSettings;
  /** URL of docs/operators/runbook.md, for links in alarms. */
  readonly runbookUrl: string;
  /** Alarm subscribers by severity: e-mail addresses, and https URLs of a chat or an on-call service. */
  readonly alarmSubscribers: Readonly<Record<Severity, readonly string[]>>;
  /** Budget in USD per month for all resources with the tag of the environment; absent = no budget. */
  readonly monthlyBudgetUsd?: number;
  /** `simple` leaves out saved queries and alarms over several metrics, which the emulator of the deploy test lacks. */
  readonly monitoring: 'whole' | 'simple';
}

const DEPLOYED = {
  deletionProtection: false,
  disposable: false,
  logRetentionDays: 30,
  release: 'direct',
  version: 'local',
  operationMetrics: true,
  alarms: 'all',
  probeMinutes: 5,
  tracing: false,
  webAcl: false,
  callsPerMinuteAndAddress: 20_000,
  allowedOrigins: [],
  responseMismatch: 'report',
  mapService: 'embedded',
  chatReader: 'grammar',
  webhookRetrySeconds: RETRY_SECONDS,
  webhookRates: DELIVERY_RATES,
  webhookOwnership: 'unchecked',
  webhookReceivers: 'public',
  terminalsRefreshSeconds: 20,
  marketRefreshSeconds: 60,
  terminalSearch: 'embedded',
  runbookUrl: 'docs/operators/runbook.md',
  alarmSubscribers: { page: [], ticket: [] },
  monitoring: 'whole',
} as const;

/** What a size sets of an environment. */
export function sized(size: SizeName) {
  const { plans, reservedExecutions, queueExecutions, terminalSearch } = SIZES[size];
  return { size, plans, reservedExecutions, queueExecutions, terminalSearch };
}

const { probeMinutes: _, ...WITHOUT_PROBE } = DEPLOYED;

/** Local environments: no data is retained, response mismatches fail, and changes are visible after a second. */
const ON_THIS_MACHINE = {
  disposable: true,
  logRetentionDays: 7,
  responseMismatch: 'reject',
  webhookReceivers: 'public-and-loopback',
  terminalsRefreshSeconds: 1,
  marketRefreshSeconds: 1,
} as const;

const RELEASED = { release: 'canary', tracing: true, webAcl: true } as const;

const SETTINGS: Record<EnvironmentName, Omit<EnvironmentSettings, 'name'>> = {
  dev: { ...WITHOUT_PROBE, logRetentionDays: 7, operationMetrics: false, alarms: 'pages' },
  // It has each kind of resource that prod has, so that a release to prod does nothing for the first time.
  staging: {
    ...DEPLOYED,
    ...RELEASED,
    reservedExecutions: REHEARSED_RESERVATIONS,
    backups: { retentionDays: 7, lock: 'none', copies: [] },
    terminalSearch: ONE_NODE,
  },
  prod: {
    ...DEPLOYED,
    ...RELEASED,
    ...sized('small'),
    deletionProtection: true,
    logRetentionDays: 365,
    // A vault in another region is the operator's.
    backups: { retentionDays: 35, lock: 'none', copies: [] },
  },
  // The deploy test waits for retries.
  emulator: { ...DEPLOYED, ...ON_THIS_MACHINE, webhookRetrySeconds: [3, 3, 3, 3, 3], monitoring: 'simple' },
  local: { ...DEPLOYED, ...ON_THIS_MACHINE, mailDomain: 'mail.localhost' },
};

/**
 * The settings of one environment.
 * @param options `opensearch` replaces terminal search by a search domain of one node.
 * @throws Error with the known environments if `name` is unknown.
 */
export function environmentSettings(
  name: string,
  options: { readonly opensearch?: boolean } = {},
): EnvironmentSettings {
  const known = ENVIRONMENT_NAMES.find((candidate) => candidate === name);
  if (known === undefined) {
    const problem = name === '' ? 'No environment is given' : `Unknown environment "${name}"`;
    throw new Error(`${problem}: add -c environment= and one of ${ENVIRONMENT_NAMES.join(', ')}.`);
  }
  const settings = { name: known, ...SETTINGS[known] };
  if (!options.opensearch) return settings;
  const scheme = WITHOUT_CALLERS.includes(known) ? 'http' : 'https';
  return { ...settings, terminalSearch: { ...ONE_NODE, scheme } };
}

/** The local host and the emulator of the deploy test: no real callers. */
const WITHOUT_CALLERS: readonly EnvironmentName[] = ['emulator', 'local'];

/** Whether a stack and its tables are protected from deletion. */
export const isProtected = (
  { deletionProtection, createdStacks }: EnvironmentSettings,
  stackName: string,
): boolean => deletionProtection && (createdStacks?.includes(stackName) ?? true);

/**
 * Validates the webhook settings.
 * @throws Error if an environment with callers would send webhooks to loopback or retry too early.
 */
export function checkWebhookSettings(settings: EnvironmentSettings): void {
  const { name, webhookReceivers, webhookRetrySeconds } = settings;
  if (WITHOUT_CALLERS.includes(name)) return;
  if (webhookReceivers !== 'public') throw new Error(`${name}: webhooks must go to public addresses only.`);
  if (webhookRetrySeconds.some((seconds) => seconds < MIN_RETRY_SECONDS)) {
    throw new Error(`${name}: attempts of a webhook must be at least ${MIN_RETRY_SECONDS} seconds apart.`);
  }
}
