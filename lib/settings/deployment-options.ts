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

/** What `-c` may name; lib/monitoring/monitoring-options.ts reads the last four. */
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
  'page',
  'ticket',
  'runbook',
  'budget',
];

/**
 * Holds a deployment's context to names that are known: a setting that is left out is taken away, and so would one be
 * whose name is misspelt.
 * @throws Error naming the one that is not.
 */
export function checkOptionNames(context: Readonly<Record<string, unknown>>): void {
  // With a colon or an @ they are the CDK's own.
  const unknown = Object.keys(context).find((name) => !/[:@]/.test(name) && !OPTIONS.includes(name));
  if (unknown !== undefined)
    throw new Error(`Unknown setting -c ${unknown}=. Choose from: ${OPTIONS.join(', ')}.`);
}

/**
 * Whether a search domain is asked for: `-c opensearch=true`.
 * @throws Error for anything else that is said.
 */
export function opensearchOption({ opensearch = '' }: Readonly<Record<string, unknown>>): boolean {
  const said = String(opensearch);
  if (!['', 'true', 'false'].includes(said)) {
    throw new Error(`-c opensearch=${said}: only true can be asked for.`);
  }
  return said === 'true';
}

/**
 * What a deployment's context says of names and releases:
 * `-c domain=api.example.com -c certificate=ARN -c zone=Z0123/example.com -c addresses=both`,
 * `-c release=at-once -c revision=TEXT`,
 * `-c origins=https://app.example.com,https://other.example.com`.
 * @param settings of the environment, which this changes.
 * @returns the settings that it changes.
 * @throws Error naming what cannot be used.
 */
export function deploymentOptions(
  context: Readonly<Record<string, unknown>>,
  settings: Pick<EnvironmentSettings, 'name' | 'release'>,
): Partial<DeploymentSettings> {
  const textOf = contextText(context);
  const release = textOf('release');
  if (release !== undefined && release !== 'at-once') {
    throw new Error(`-c release=${release}: only at-once can be asked for.`);
  }
  if (release !== undefined && settings.release === 'direct') {
    throw new Error(`-c release=at-once: ${settings.name} has no other way, so leave it out.`);
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
      '-c certificate, -c zone and -c addresses are for a name of your own: add -c domain=api.example.com.',
    );
  }
  if (addresses !== undefined && addresses !== 'both') {
    throw new Error(`-c addresses=${addresses}: only both can be asked for; the name alone is the default.`);
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
      `-c zone=${zone}: give id and name of a zone in Route 53, such as Z0123456789/example.com.`,
    );
  }
  if (zoneName !== undefined && name !== zoneName && !name.endsWith(`.${zoneName}`)) {
    throw new Error(`-c domain=${name}: that name is not in the zone ${zoneName}.`);
  }
  if (certificateArn === undefined && id === undefined) {
    throw new Error(
      `-c domain=${name}: add -c certificate=ARN, or -c zone=ID/NAME of its zone in Route 53, where one can be made and proven.`,
    );
  }
  return {
    name,
    ...(certificateArn === undefined ? {} : { certificateArn }),
    ...(id && zoneName ? { hostedZone: { id, name: zoneName } } : {}),
    ...(addresses === undefined ? {} : { keepsOwnAddress: true }),
  };
}
