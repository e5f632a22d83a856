import { readAllowedOrigins } from './allowed-origins.ts';
import { contextText } from './context-text.ts';
import type { CustomDomainSettings } from './custom-domain-settings.ts';
import type { EnvironmentSettings } from './environments.ts';

type DeploymentSettings = Pick<
  EnvironmentSettings,
  'release' | 'revision' | 'customDomain' | 'allowedOrigins'
>;

const HOST = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const CERTIFICATE = /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/;
const ZONE = /^(Z[A-Z0-9]{1,31})\/(.+)$/;

/** Allowed names of `-c`; lib/monitoring/monitoring-options.ts reads the last four. */
const OPTIONS = [
  'environment',
  'opensearch',
  'domain',
  'certificate',
  'zone',
  'addresses',
  'origins',
  'release',
  'revision',
  'replace',
  'page',
  'ticket',
  'runbook',
  'budget',
];

/**
 * Rejects unknown options: a deployment removes every setting that is left out, and so a misspelt one.
 * @throws Error naming the first unknown option.
 */
export function checkOptionNames(context: Readonly<Record<string, unknown>>): void {
  // Names with a colon or an @ belong to the CDK.
  const unknown = Object.keys(context).find((name) => !/[:@]/.test(name) && !OPTIONS.includes(name));
  if (unknown !== undefined)
    throw new Error(`Unknown setting -c ${unknown}=. Use one of: ${OPTIONS.join(', ')}.`);
}

/**
 * Whether `-c opensearch=true` requests a search domain.
 * @throws Error for any value except true, false and empty.
 */
export function opensearchOption({ opensearch = '' }: Readonly<Record<string, unknown>>): boolean {
  const value = String(opensearch);
  if (!['', 'true', 'false'].includes(value)) {
    throw new Error(`-c opensearch=${value}: the only value is true.`);
  }
  return value === 'true';
}

/**
 * Reads the domain and release options of the CDK context:
 * `-c domain=api.example.com -c certificate=ARN -c zone=Z0123/example.com -c addresses=both`,
 * `-c release=at-once -c revision=TEXT`,
 * `-c origins=https://app.example.com,https://other.example.com`.
 * @param settings of the environment.
 * @returns the settings that the options override.
 * @throws Error naming the first invalid option.
 */
export function deploymentOptions(
  context: Readonly<Record<string, unknown>>,
  settings: Pick<EnvironmentSettings, 'name' | 'release'>,
): Partial<DeploymentSettings> {
  const textOf = contextText(context);
  const release = textOf('release');
  if (release !== undefined && release !== 'at-once') {
    throw new Error(`-c release=${release}: the only value is at-once.`);
  }
  if (release !== undefined && settings.release === 'direct') {
    throw new Error(`-c release=at-once: ${settings.name} always releases at once; leave it out.`);
  }
  const revision = textOf('revision');
  if (revision !== undefined && !/^[\w .:-]{1,60}$/.test(revision)) {
    throw new Error(`-c revision=${revision}: give up to 60 letters, digits, spaces and . : _ -`);
  }
  const customDomain = customDomainOf({
    name: textOf('domain'),
    certificateArn: textOf('certificate'),
    zone: textOf('zone'),
    addresses: textOf('addresses'),
  });
  const origins = textOf('origins');
  return {
    ...(origins === undefined ? {} : { allowedOrigins: readAllowedOrigins(origins) }),
    ...(release === undefined ? {} : { release }),
    ...(revision === undefined ? {} : { revision }),
    ...(customDomain === undefined ? {} : { customDomain }),
  };
}

interface DomainOptions {
  readonly name: string | undefined;
  readonly certificateArn: string | undefined;
  readonly zone: string | undefined;
  readonly addresses: string | undefined;
}

function customDomainOf({
  name,
  certificateArn,
  zone,
  addresses,
}: DomainOptions): CustomDomainSettings | undefined {
  if (name === undefined) {
    if ((certificateArn ?? zone ?? addresses) === undefined) return undefined;
    throw new Error(
      '-c certificate, -c zone and -c addresses need a custom domain: add -c domain=api.example.com.',
    );
  }
  if (addresses !== undefined && addresses !== 'both') {
    throw new Error(
      `-c addresses=${addresses}: the only value is both; by default only the custom domain is enabled.`,
    );
  }
  if (!HOST.test(name))
    throw new Error(`-c domain=${name}: give a host name in lower case, such as api.example.com.`);
  if (certificateArn !== undefined && !CERTIFICATE.test(certificateArn)) {
    throw new Error(
      `-c certificate=${certificateArn}: give the ARN of a certificate in AWS Certificate Manager.`,
    );
  }
  const [, id, zoneName] = ZONE.exec(zone ?? '') ?? [];
  if (zone !== undefined && !(id && zoneName && HOST.test(zoneName))) {
    throw new Error(
      `-c zone=${zone}: give the id and name of a hosted zone in Route 53, such as Z0123456789/example.com.`,
    );
  }
  if (zoneName !== undefined && name !== zoneName && !name.endsWith(`.${zoneName}`)) {
    throw new Error(`-c domain=${name}: the name is not in the zone ${zoneName}.`);
  }
  if (certificateArn === undefined && id === undefined) {
    throw new Error(
      `-c domain=${name}: add -c certificate=ARN, or -c zone=ID/NAME of its hosted zone in Route 53 to create and validate a certificate.`,
    );
  }
  return {
    name,
    ...(certificateArn === undefined ? {} : { certificateArn }),
    ...(id && zoneName ? { hostedZone: { id, name: zoneName } } : {}),
    ...(addresses === undefined ? {} : { keepsOwnAddress: true }),
  };
}
