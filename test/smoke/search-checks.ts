import { describeSearchDomain, domainNameOf } from '../../bin/freight/connection/search-domain.ts';
import { SEARCH_ENGINE_VERSION } from '../../lib/settings/search-domain-settings.ts';
import { type Check, skipped, unlessWrong } from './check.ts';
import type { Deployment } from './deployment.ts';

/** What OpenSearch Service reports of the domain that terminals are searched on. */
export function searchChecks({
  find,
  names,
  settings,
  domains,
}: Pick<Deployment, 'find' | 'names' | 'settings' | 'domains'>): Check[] {
  return [
    {
      name: 'the search domain is in service, healthy, and of the version of this code',
      emulatorLacks: 'health of search domains',
      run: async () => {
        const arn = find(names.searchDomainArn);
        if (arn === undefined) return skipped('no search domain: terminals are searched in memory');
        const facts = await describeSearchDomain(domains, domainNameOf(arn));
        const { health, engineVersion, inProgress, dataNodes, software, unknown } = facts;
        // The emulator's domain of -c opensearch=true is not in the settings.
        const wanted = settings.terminalSearch === 'embedded' ? dataNodes : settings.terminalSearch.nodes;
        const engine = `OpenSearch_${SEARCH_ENGINE_VERSION}`;
        if (unknown.length > 0) return unlessWrong(unknown);
        return unlessWrong(
          [
            ...(health === 'green' ? [] : [`its health is ${health}`]),
            ...inProgress.map((change) => `${change} is in progress`),
            ...(engineVersion === engine ? [] : [`its engine is ${engineVersion} and not ${engine}`]),
            ...(dataNodes === wanted ? [] : [`it has ${dataNodes} data nodes and not ${wanted}`]),
          ],
          software?.update === undefined
            ? `${facts.name}, no update pending`
            : `${facts.name}, update to ${software.update.version} pending`,
        );
      },
    },
  ];
}
