import type { SearchDomainSettings } from '../../lib/settings/environments.ts';
import { SEARCH_ENGINE_VERSION } from '../../lib/settings/search-engine-version.ts';
import type { SearchDomainFacts } from '../freight/connection/search-domain.ts';
import type { Checked } from './account-checks.ts';

/** What AWS says of search domains in the account and region; undefined where it does not say. */
export interface SearchFacts {
  /** Whether OpenSearch Service offers an instance type for an engine version such as "OpenSearch_2.19". */
  readonly offers: (instanceType: string, engineVersion: string) => Promise<boolean | undefined>;
  /** The domain that the environment has now. */
  readonly deployed: () => Promise<SearchDomainFacts | undefined>;
}

/** Looks at what a deployment with a search domain needs, before anything is changed. */
export async function checkSearchDomain(
  { instanceType }: Pick<SearchDomainSettings, 'instanceType'>,
  region: string,
  facts: SearchFacts,
): Promise<Checked> {
  const engineVersion = `OpenSearch_${SEARCH_ENGINE_VERSION}`;
  const [isOffered, deployed] = await Promise.all([
    facts.offers(instanceType, engineVersion),
    facts.deployed(),
  ]);
  if (isOffered === false) {
    return {
      refusal: `OpenSearch Service does not offer ${instanceType} for ${engineVersion} in ${region}: set another instanceType in lib/settings/environments.ts.`,
      warnings: [],
    };
  }
  if (deployed === undefined) return { warnings: [] };
  const { name, inProgress, health } = deployed;
  return {
    warnings: [
      ...(inProgress.length > 0
        ? [
            `Search domain ${name}: ${inProgress.join(', ')} in progress. A deployment that changes the domain fails until that has ended: freight search status.`,
          ]
        : []),
      ...(health === 'red'
        ? [
            `Search domain ${name}: health red. The embedded search answers; see freight search status before the domain is changed.`,
          ]
        : []),
    ],
  };
}
