/** OpenSearch version of every search domain and of the node for tests. */
export const SEARCH_ENGINE_VERSION = '2.19';
