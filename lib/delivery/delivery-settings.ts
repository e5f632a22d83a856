import { contextText } from '../settings/deployment-options.ts';

/** Environments that workflows deploy. */
export const DELIVERED_ENVIRONMENTS = ['dev', 'staging', 'prod'] as const;
export type DeliveredEnvironment = (typeof DELIVERED_ENVIRONMENTS)[number];

export interface DeliverySettings {
  /**
   * The repository as in the subject of its OIDC tokens: "OWNER@ID/NAME@ID" with the immutable ids of GitHub, or
   * "OWNER/NAME" for a repository without them.
   */
  readonly repository: string;
  /** Environments of this account. */
  readonly environments: readonly DeliveredEnvironment[];
  /** `existing`: another stack of the account has created the OIDC provider of GitHub. */
  readonly provider: 'create' | 'existing';
}

const OPTIONS = ['repository', 'environments', 'provider'];

/** Names without wildcards; ids for both or for neither. */
const REPOSITORY = /^(?:[\w-]+\/[\w.-]+|[\w-]+@\d+\/[\w.-]+@\d+)$/;

/**
 * Reads `-c repository=OWNER/NAME -c environments=dev,staging -c provider=existing`.
 * @throws Error naming the first option that is unknown, missing or invalid.
 */
export function readDeliverySettings(context: Readonly<Record<string, unknown>>): DeliverySettings {
  // Names with a colon or an @ belong to the CDK.
  const unknown = Object.keys(context).find((name) => !/[:@]/.test(name) && !OPTIONS.includes(name));
  if (unknown !== undefined) {
    throw new Error(`Unknown setting -c ${unknown}=. Use one of: ${OPTIONS.join(', ')}.`);
  }
  const repository = contextText(context, 'repository') ?? '';
  const environments = contextText(context, 'environments') ?? '';
  const provider = contextText(context, 'provider');
  if (!REPOSITORY.test(repository)) {
    throw new Error(`-c repository=${repository}: give OWNER/NAME or OWNER@ID/NAME@ID.`);
  }
  const names = environments.split(',').map((name) => {
    const known = DELIVERED_ENVIRONMENTS.find((one) => one === name);
    if (known !== undefined) return known;
    throw new Error(
      `-c environments=${environments}: give one or more of ${DELIVERED_ENVIRONMENTS.join(',')}.`,
    );
  });
  if (provider !== undefined && provider !== 'existing') {
    throw new Error(`-c provider=${provider}: the only value is existing.`);
  }
  return { repository, environments: [...new Set(names)], provider: provider ?? 'create' };
}
