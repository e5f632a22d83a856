import type { SearchDomainSettings } from '../../lib/settings/environments.ts';
import { SEARCH_ENGINE_VERSION } from '../../lib/settings/search-engine-version.ts';
import type { SearchDomainFacts } from '../freight/connection/search-domain.ts';
import type { PreflightResult } from './account-checks.ts';

/** Facts about search domains in the account and region; undefined if AWS does not return them. */
export interface SearchFacts {
  /** Whether OpenSearch Service offers an instance type for an engine version: "OpenSearch_2.19". */
  readonly offers: (instanceType: string, engineVersion: string) => Promise<boolean | undefined>;
  /** The current domain of the environment. */
  readonly deployed: () => Promise<SearchDomainFacts | undefined>;
}

/** Checks the search domain before a deployment changes anything. */
export async function checkSearchDomain(
  { instanceType }: Pick<SearchDomainSettings, 'instanceType'>,
  region: string,
  facts: SearchFacts,
): Promise<PreflightResult> {
  const engineVersion = `OpenSearch_${SEARCH_ENGINE_VERSION}`;
  const [isOffered, deployed] = await Promise.all([
    facts.offers(instanceType, engineVersion),
    facts.deployed(),
  ]);
  if (isOffered === false) {
    return {
      error: `OpenSearch Service does not offer ${instanceType} for ${engineVersion} in ${region}: set another terminalSearch.instanceType in the operator settings.`,
      warnings: [],
    };
  }
  if (deployed === undefined) return { warnings: [] };
  const { name, inProgress, health } = deployed;
  return {
    warnings: [
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
