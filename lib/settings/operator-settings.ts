import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { TABLE_NAMES } from '../../functions/definition-types.ts';
import { isOrigin } from './allowed-origins.ts';
import {
  BACKUP_LOCKS,
  type EnvironmentName,
  type EnvironmentSettings,
  environmentSettings,
  LOG_RETENTION_DAYS,
  sized,
} from './environments.ts';
import { hasEnoughZones, SEARCH_DOMAINS } from './search-domain-settings.ts';
import { SIZE_NAMES } from './sizes.ts';

const DEFAULT_FILE = fileURLToPath(new URL('../../operator-settings.json', import.meta.url));

const HOST = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const CERTIFICATE = /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/;
const SUBSCRIBER = /^(https:\/\/[^\s,]+|[^\s@,]+@[^\s@,]+\.[^\s@,]+)$/;
/** With the region of an inference profile ("us."), if it is one. */
const CHAT_MODEL = /^(?:[a-z]{2,8}\.)?[a-z0-9]{2,30}\.[a-z0-9][a-z0-9.:-]{0,100}$/;
/** Allowed characters of a tag value. */
const TAG_VALUE = /^[\p{L}\p{N} _.:/=+@-]{1,256}$/u;

interface Fault {
  readonly expected?: string | null;
  readonly received: string;
}

const text = (isValid: (value: string) => boolean, instruction: string) => {
  const message = ({ received }: Fault) => `${received} is invalid. ${instruction}`;
  return v.pipe(v.string(message), v.check(isValid, message));
};

const object = <Entries extends v.ObjectEntries>(entries: Entries) => {
  const fields = Object.keys(entries).join(', ');
  const message = ({ expected, received }: Fault) => {
    if (expected === 'never') return `unknown field. Fields: ${fields}.`;
    if (received === 'undefined') return 'the field is missing.';
    return `${received} is invalid. Give an object of ${fields}.`;
  };
  // valibot accepts a list as an object.
  const isObject = v.check((value) => !Array.isArray(value), message);
  return v.pipe(v.unknown(), isObject, v.strictObject(entries, message));
};

const distinct = <Item extends v.GenericSchema<string>>(item: Item) =>
  v.pipe(
    v.array(item, ({ received }) => `${received} is invalid. Give a list.`),
    v.check((items) => new Set(items).size === items.length, 'a value is listed twice.'),
  );

const whole = (least: number, most: number) => {
  const message = ({ received }: Fault) =>
    `${received} is invalid. Give a whole number from ${least} to ${most}.`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
};
const flag = v.boolean(({ received }) => `${received} is invalid. Give true or false.`);
const oneOf = <const Values extends readonly (string | number)[]>(values: Values) =>
  v.picklist(values, ({ received }) => `${received} is invalid. Give one of ${values.join(', ')}.`);

const host = text((value) => HOST.test(value), 'Give a host name in lower case, such as api.example.com.');
const subscriber = text(
  (value) => SUBSCRIBER.test(value),
  'Give an e-mail address or an https URL, without commas.',
);
const tagValue = text(
  (value) => TAG_VALUE.test(value),
  'Give up to 256 letters, digits, spaces and _ . : / = + @ -',
);

const hostedZone = object({
  id: text((value) => /^Z[A-Z0-9]{1,31}$/.test(value), 'Give the id of a hosted zone in Route 53.'),
  name: host,
});

const isInZone = ({
  name,
  hostedZone: zone,
}: {
  readonly name: string;
  readonly hostedZone?: { readonly name: string };
}): boolean => zone === undefined || name === zone.name || name.endsWith(`.${zone.name}`);

const customDomain = v.pipe(
  object({
    name: host,
    certificateArn: v.exactOptional(
      text((value) => CERTIFICATE.test(value), 'Give the ARN of a certificate in AWS Certificate Manager.'),
    ),
    hostedZone: v.exactOptional(hostedZone),
    keepsApiGatewayUrl: v.exactOptional(flag),
  }),
  v.check(
    ({ certificateArn, hostedZone: zone }) => (certificateArn ?? zone) !== undefined,
    'add certificateArn, or the hostedZone in which a certificate is created and validated.',
  ),
  v.forward(
    v.check((named) => isInZone(named), 'the name is not in the hosted zone.'),
    ['name'],
  ),
);

const web = v.pipe(
  object({
    name: host,
    certificateArn: text(
      (value) => CERTIFICATE.test(value) && value.split(':')[3] === 'us-east-1',
      'Give the ARN of a certificate in AWS Certificate Manager, in us-east-1.',
    ),
    hostedZone: v.exactOptional(hostedZone),
  }),
  v.forward(
    v.check((named) => isInZone(named), 'the name is not in the hosted zone.'),
    ['name'],
  ),
);

const searchDomain = v.pipe(
  object({
    nodes: oneOf([1, 3]),
    instanceType: v.exactOptional(
      text(
        (value) => /^[a-z0-9]+\.[a-z0-9]+\.search$/.test(value),
        'Give an instance type, such as m6g.large.search.',
      ),
    ),
    volumeGb: v.exactOptional(whole(10, 16_384)),
    // Indexes in the list of the account.
    zones: v.exactOptional(v.array(whole(0, 9), ({ received }) => `${received} is invalid. Give a list.`)),
  }),
  v.forward(
    v.check(
      ({ nodes, zones }) => zones === undefined || hasEnoughZones(nodes, zones),
      'give at least 2 different zones, and one for each node.',
    ),
    ['zones'],
  ),
  v.transform(({ nodes, ...changes }) => ({ ...SEARCH_DOMAINS[nodes], ...changes })),
);

/** A value by name; other names are rejected, since a misspelt one would have no effect. */
const byName = <Value extends v.GenericSchema>(names: readonly string[], value: Value) =>
  v.record(
    v.picklist(names, ({ received }) => `${received} is unknown. Names: ${names.join(', ')}.`),
    value,
    ({ received }) => `${received} is invalid. Give an object of values by name.`,
  );
// By their folders: their definitions load the schemas of every operation.
const functionNames = readdirSync(new URL('../../functions/', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const VAULT = /^arn:aws[\w-]*:backup:[a-z]{2}[\w-]+-\d:\d{12}:backup-vault:[\w-]{2,50}$/;
const retentionDays = whole(1, 36_500);
const copies = v.pipe(
  v.array(
    object({
      vaultArn: text((value) => VAULT.test(value), 'Give the ARN of a backup vault.'),
      retentionDays,
    }),
    ({ received }) => `${received} is invalid. Give a list.`,
  ),
  v.check(
    (items) => new Set(items.map(({ vaultArn }) => vaultArn)).size === items.length,
    'a vault is listed twice.',
  ),
);
const backups = object({
  retentionDays,
  lock: v.optional(oneOf(BACKUP_LOCKS), 'none'),
  copies: v.optional(copies, []),
  copiesWaived: v.exactOptional(flag),
});

const units = whole(1, 1_000_000);

const environment = v.pipe(
  object({
    size: v.exactOptional(oneOf(SIZE_NAMES)),
    plans: v.exactOptional(
      object({
        standardOrganizations: whole(0, 10_000),
        enterpriseRequestsPerMinute: whole(0, 10_000_000),
      }),
    ),
    provisionedExecutions: v.exactOptional(byName(functionNames, whole(1, 10_000))),
    queueExecutions: v.exactOptional(byName(functionNames, whole(2, 1_000))),
    functionMemoryMb: v.exactOptional(byName(functionNames, whole(128, 10_240))),
    warmThroughput: v.exactOptional(
      byName(TABLE_NAMES, object({ readUnitsPerSecond: units, writeUnitsPerSecond: units })),
    ),
    deletionProtection: v.exactOptional(flag),
    backups: v.exactOptional(backups),
    logRetentionDays: v.exactOptional(oneOf(LOG_RETENTION_DAYS)),
    release: v.exactOptional(oneOf(['direct', 'canary'])),
    alarms: v.exactOptional(oneOf(['all', 'pages'])),
    operationMetrics: v.exactOptional(flag),
    probeMinutes: v.exactOptional(whole(1, 60)),
    tracing: v.exactOptional(flag),
    webAcl: v.exactOptional(flag),
    callsPerMinuteAndAddress: v.exactOptional(whole(20, 400_000_000)),
    mapService: v.exactOptional(oneOf(['embedded', 'amazon-location'])),
    chatReader: v.exactOptional(
      text(
        (value) => value === 'grammar' || CHAT_MODEL.test(value),
        'Give grammar, or the id of a model or inference profile of Amazon Bedrock, such as amazon.nova-lite-v1:0.',
      ),
    ),
    mailDomain: v.exactOptional(host),
    webhookOwnership: v.exactOptional(oneOf(['unchecked', 'challenge'])),
    webhookRates: v.exactOptional(
      object({ organization: whole(1, 100_000_000), unproven: whole(1, 100_000_000) }),
    ),
    account: v.exactOptional(
      text((value) => /^\d{12}$/.test(value), 'Give the 12 digits of an AWS account as text.'),
    ),
    region: v.exactOptional(
      text((value) => /^[a-z]{2,}(-[a-z]+)+-\d$/.test(value), 'Give a region, such as eu-west-1.'),
    ),
    owner: v.exactOptional(tagValue),
    costCenter: v.exactOptional(tagValue),
    customDomain: v.exactOptional(customDomain),
    web: v.exactOptional(web),
    alarmSubscribers: v.exactOptional(
      object({
        page: v.optional(distinct(subscriber), []),
        ticket: v.optional(distinct(subscriber), []),
      }),
    ),
    runbookUrl: v.exactOptional(
      text(
        (value) => /^https?:\/\/[^\s#]+$/.test(value),
        'Give the URL of docs/operators/runbook.md or of a copy, without an anchor.',
      ),
    ),
    monthlyBudgetUsd: v.exactOptional(
      v.pipe(
        v.number(({ received }) => `${received} is invalid. Give an amount in USD, such as 500.`),
        v.gtValue(0, ({ received }) => `${received} is invalid. Give an amount in USD above 0.`),
      ),
    ),
    allowedOrigins: v.exactOptional(
      distinct(
        text(isOrigin, 'Give https://HOST or, for local pages, http://localhost:PORT, without a path.'),
      ),
    ),
    terminalSearch: v.exactOptional(
      v.lazy((value) => (value === 'embedded' ? v.literal('embedded') : searchDomain)),
    ),
  }),
  v.forward(
    v.check(({ customDomain: domain, region }) => {
      const certificateRegion = domain?.certificateArn?.split(':')[3];
      return (certificateRegion ?? region) === (region ?? certificateRegion);
    }, 'the certificate is in another region than the environment.'),
    ['customDomain', 'certificateArn'],
  ),
  v.forward(
    v.check(
      ({ customDomain: domain, web: distribution }) => domain === undefined || distribution === undefined,
      'remove customDomain: with the distribution, the API has the name of "web".',
    ),
    ['web'],
  ),
  v.transform(({ size, ...others }) => ({ ...(size && sized(size)), ...others })),
);

/** Callers of dev can wait for the embedded search; it is the fallback of a domain elsewhere. */
const withDomain = v.pipe(
  environment,
  v.forward(
    v.check(
      ({ terminalSearch }) => terminalSearch !== 'embedded',
      '"embedded" is only for dev. Give {"nodes": 1} or {"nodes": 3}.',
    ),
    ['terminalSearch'],
  ),
);

const file = object({
  dev: v.optional(environment, {}),
  staging: v.optional(withDomain, {}),
  prod: v.optional(withDomain, {}),
});

/** Settings that belong to the operator of an environment; absent ones keep the default of the environment. */
export type OperatorSettings = v.InferOutput<typeof environment>;

/**
 * Parses the file of operator settings.
 * @param name of the file, for errors.
 * @throws Error of one line with the file and the first wrong field: "operator-settings.json: prod.account: ...".
 */
export function parseOperatorSettings(json: string, name: string): v.InferOutput<typeof file> {
  const parsed = v.safeParse(file, readJson(json, name));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(`${name}: ${v.getDotPath(issue) ?? '(file)'}: ${issue.message}`);
}

function readJson(json: string, name: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Error(`${name}: ${String(error).replaceAll(/\s+/g, ' ')}`);
  }
}

/** Path of the file: `OPERATOR_SETTINGS_FILE`, or operator-settings.json of the repository. */
export const operatorSettingsFile = (): string =>
  relative(process.cwd(), process.env.OPERATOR_SETTINGS_FILE || DEFAULT_FILE);

/**
 * The operator settings of one environment. Environments of this machine have none, and do not need the file.
 * @throws Error of one line if the file is missing or wrong, also if the fault is in another environment.
 */
export function readOperatorSettings(name: EnvironmentName): OperatorSettings {
  if (name === 'emulator' || name === 'local') return {};
  const path = operatorSettingsFile();
  let json: string;
  try {
    json = readFileSync(path, 'utf8');
  } catch {
    throw new Error(`${path} cannot be read. It has the operator settings: restore it.`);
  }
  return parseOperatorSettings(json, path)[name];
}

/** The settings with which an environment is deployed, without the options of one deployment. */
export function settingsOf(name: EnvironmentName): EnvironmentSettings {
  return { ...environmentSettings(name), ...readOperatorSettings(name) };
}
