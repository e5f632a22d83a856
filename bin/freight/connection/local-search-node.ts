import * as v from 'valibot';
import { createOpenSearchClient } from '../../../shared/terminals/opensearch/opensearch-client.ts';
import { successBody } from '../../../shared/terminals/opensearch/opensearch-response.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import type { SearchDomainFacts } from './search-domain.ts';

const TIMEOUT_MS = 10_000;

const healthSchema = v.object({ status: v.string(), number_of_data_nodes: v.number() });
const infoSchema = v.object({ version: v.object({ number: v.string() }) });

/**
 * Describes the OpenSearch node of the service on this machine.
 * @throws CommandFailedError if it does not answer.
 */
export async function describeLocalNode(endpoint: string): Promise<SearchDomainFacts> {
  const client = createOpenSearchClient({ endpoint, timeoutMs: TIMEOUT_MS });
  try {
    const [health, info] = await Promise.all([
      client.send((library, options) => library.cluster.health({}, options)),
      client.send((library, options) => library.info({}, options)),
    ]);
    const { status, number_of_data_nodes: dataNodes } = v.parse(healthSchema, successBody(health));
    const { version } = v.parse(infoSchema, successBody(info));
    return {
      name: endpoint,
      health: status,
      engineVersion: `OpenSearch_${version.number}`,
      inProgress: [],
      dataNodes,
      unknown: [],
    };
  } catch (error) {
    throw new CommandFailedError(
      `The OpenSearch node at ${endpoint} does not answer (${error instanceof Error ? error.message : error}). The embedded search is used. Restart the service with npm start -- --opensearch.`,
    );
  } finally {
    client.close();
  }
}
