import type {
  NetworkInterface,
  NetworkVersion,
  SearchNetwork,
} from '../../bin/freight/connection/search-release.ts';

/** The network of a search domain; tests set its content. */
export function createInMemorySearchNetwork() {
  const versions: NetworkVersion[] = [];
  const interfaces: NetworkInterface[] = [];
  const port: SearchNetwork = {
    versions: async () => [...versions],
    interfaces: async () => interfaces,
    deleteVersion: async (version) => {
      versions.splice(versions.indexOf(version), 1);
    },
  };
  return { port, versions, interfaces };
}
