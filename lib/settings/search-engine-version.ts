/** Of OpenSearch in every search domain; the node that tests run on has the same. */
export const SEARCH_ENGINE_VERSION = '2.19';
