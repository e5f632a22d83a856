import type { SearchDomainSettings } from '../../lib/settings/search-domain-settings.ts';
import { SEARCH_ENGINE_VERSION } from '../../lib/settings/search-domain-settings.ts';
import type { SearchDomainFacts } from '../freight/connection/search-domain.ts';
import type { PreflightResult } from './account-checks.ts';

/** An instance type in a region. */
export interface InstanceTypeOffer {
  readonly isOffered: boolean;
  /** Zones with the type; empty if AWS does not name them. */
  readonly zones: readonly string[];
}

/** Facts about search domains in the account and region; undefined if AWS does not return them. */
export interface SearchFacts {
  /** What OpenSearch Service offers of an instance type for an engine version: "OpenSearch_2.19". */
  readonly offer: (instanceType: string, engineVersion: string) => Promise<InstanceTypeOffer | undefined>;
  /** Zones of the account in the region, in the order of their names. */
  readonly zones: () => Promise<readonly string[] | undefined>;
  /** Whether the service-linked role exists by which OpenSearch Service places nodes in a network. */
  readonly hasServiceRole: () => Promise<boolean | undefined>;
  /** The current domain of the environment. */
  readonly deployed: () => Promise<SearchDomainFacts | undefined>;
}

const CREATE_SERVICE_ROLE =
  'aws iam create-service-linked-role --aws-service-name opensearchservice.amazonaws.com';

/** Checks the search domain before a deployment changes anything. */
export async function checkSearchDomain(
  search: Pick<SearchDomainSettings, 'instanceType' | 'nodes' | 'zones'>,
  region: string,
  facts: SearchFacts,
): Promise<PreflightResult> {
  const engineVersion = `OpenSearch_${SEARCH_ENGINE_VERSION}`;
  const { instanceType } = search;
  const [offer, accountZones, hasServiceRole, deployed] = await Promise.all([
    facts.offer(instanceType, engineVersion),
    facts.zones(),
    facts.hasServiceRole(),
    facts.deployed(),
  ]);
  if (hasServiceRole === false) {
    return {
      error: `The account has no service-linked role for OpenSearch Service. Run once: ${CREATE_SERVICE_ROLE}`,
      warnings: [],
    };
  }
  if (offer?.isOffered === false) {
    return {
      error: `OpenSearch Service does not offer ${instanceType} for ${engineVersion} in ${region}: set another terminalSearch.instanceType in the operator settings.`,
      warnings: [],
    };
  }
  const unsuitable = checkZones(search, region, offer?.zones ?? [], accountZones ?? []);
  if (unsuitable.error !== undefined || deployed === undefined) return unsuitable;
  const { name, inProgress, health } = deployed;
  return {
    warnings: [
      ...unsuitable.warnings,
      ...(inProgress.length > 0
        ? [
            `Search domain ${name}: ${inProgress.join(', ')} in progress. A deployment that changes the domain fails until this has ended: see freight search status.`,
          ]
        : []),
      ...(health === 'red'
        ? [
            `Search domain ${name}: health red. The embedded search answers; check freight search status before you change the domain.`,
          ]
        : []),
    ],
  };
}

/**
 * Checks the zones of the nodes. CloudFormation's list of zones can be shorter than that of the account, so a position
 * without the type is a warning; too few zones for the nodes are an error.
 */
function checkZones(
  { instanceType, nodes, zones }: Pick<SearchDomainSettings, 'instanceType' | 'nodes' | 'zones'>,
  region: string,
  offered: readonly string[],
  ofAccount: readonly string[],
): PreflightResult {
  const suitable = ofAccount.flatMap((zone, position) => (offered.includes(zone) ? [position] : []));
  if (suitable.length === 0) return { warnings: [] };
  if (suitable.length < nodes) {
    return {
      error: `OpenSearch Service offers ${instanceType} in ${suitable.length} zones of ${region}, and the domain has ${nodes} nodes: set another terminalSearch.instanceType in the operator settings.`,
      warnings: [],
    };
  }
  const missing = zones.slice(0, nodes).filter((position) => !suitable.includes(position));
  if (missing.length === 0) return { warnings: [] };
  const names = missing.map((position) => ofAccount[position] ?? `position ${position}`);
  return {
    warnings: [
      `OpenSearch Service does not offer ${instanceType} in ${names.join(', ')}: begin terminalSearch.zones in the operator settings with ${nodes} of ${suitable.join(', ')} (docs/operators/deploying.md#the-search-domain).`,
    ],
  };
}
