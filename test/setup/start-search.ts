import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { startTestOpenSearch } from '../support/opensearch-node.ts';
import { started } from './started.ts';

/** Bundles and stacks with a search domain, and one OpenSearch node for all test files that do not kill theirs. */
export default async function startSearch(): Promise<void> {
  await synthesizeLocal({ opensearch: true });
  const node = await startTestOpenSearch();
  started.push(node.stop);
  process.env.TEST_OPENSEARCH_ENDPOINT = node.endpoint;
}
