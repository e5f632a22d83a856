/** OpenSearch version of every search domain and of the node for tests. */
export const SEARCH_ENGINE_VERSION = '2.19';

/** An OpenSearch domain with one node per zone, and its network. */
export interface SearchDomainSettings {
  /** Instance type of each node, such as t3.small.search. */
  readonly instanceType: string;
  readonly nodes: 1 | 3;
  /** Volume per node in GB; the minimum of OpenSearch Service is 10. */
  readonly volumeGb: number;
  /**
   * Zones of the functions, as indexes in the list of the account; the nodes are in the first ones. At least two, so that
   * search works without one zone. Leave out zones without Lambda or without the instance type.
   */
  readonly zones: readonly number[];
  /** https: signed requests to a domain; http: a local node that replaces a domain. */
  readonly scheme: 'https' | 'http';
}

/** One burstable node is enough, since the embedded search is the fallback. */
export const ONE_NODE: SearchDomainSettings = {
  instanceType: 't3.small.search',
  nodes: 1,
  volumeGb: 10,
  zones: [0, 1],
  scheme: 'https',
};

/** One node in each of three zones: two nodes still have a quorum. */
export const THREE_ZONES: SearchDomainSettings = {
  instanceType: 'm6g.large.search',
  nodes: 3,
  volumeGb: 10,
  zones: [0, 1, 2],
  scheme: 'https',
};

/** Search domains by their number of nodes. */
export const SEARCH_DOMAINS = { 1: ONE_NODE, 3: THREE_ZONES } as const;

/** Whether the functions have the two zones that they need, and each node of a search domain a zone of its own. */
export const hasEnoughZones = (nodes: number, zones: readonly number[]): boolean =>
  new Set(zones).size >= Math.max(2, nodes);
