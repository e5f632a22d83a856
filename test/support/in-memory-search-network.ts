import type { NetworkVersion, SearchNetwork } from '../../bin/freight/connection/search-network.ts';

/** The network of a search domain; tests set its content. */
export function createInMemorySearchNetwork() {
  const versions: NetworkVersion[] = [];
  const port: SearchNetwork = {
    versions: async () => [...versions],
    interfaces: async () => [],
    deleteVersion: async (version) => {
      versions.splice(versions.indexOf(version), 1);
    },
  };
  return { port, versions };
}
