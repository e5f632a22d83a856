import * as v from 'valibot';
import type { OpenSearchClient } from '../opensearch/opensearch-client.ts';
import { successBody } from '../opensearch/opensearch-response.ts';
import type { IndexStatus } from './index-status.ts';
import { TERMINAL_INDEX_VERSION } from './opensearch-index-version.ts';

const NOT_FOUND = 404;

const mappingSchema = v.record(
  v.string(),
  v.object({ mappings: v.object({ _meta: v.optional(v.object({ version: v.string() })) }) }),
);
const countSchema = v.object({ count: v.number(), _shards: v.object({ failed: v.literal(0) }) });

const bytes = v.pipe(v.string(), v.toNumber());
const allocationSchema = v.array(
  v.object({
    node: v.string(),
    // Null in the row of unassigned shards.
    'disk.used': v.nullish(bytes),
    'disk.avail': v.nullish(bytes),
  }),
);

/**
 * Reads the index of the alias, its document counts, and the disk space of the nodes.
 * @throws OpenSearchUnreachableError, OpenSearchResponseError.
 */
export async function readIndexStatus(client: OpenSearchClient, alias: string): Promise<IndexStatus> {
  const [index, nodes] = await Promise.all([readIndex(client, alias), readNodes(client)]);
  return { alias, ...(index === undefined ? {} : { index }), nodes };
}

async function readIndex(client: OpenSearchClient, alias: string): Promise<IndexStatus['index']> {
  const response = await client.send((library, options) =>
    library.indices.getMapping({ index: alias }, options),
  );
  if (response.status === NOT_FOUND) return undefined;
  const found = Object.entries(v.parse(mappingSchema, successBody(response))).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const [name, { mappings } = { mappings: {} }] = found.at(-1) ?? [];
  if (name === undefined) return undefined;
  const count = async (query: { readonly q?: string }) => {
    const counted = await client.send((library, options) =>
      library.count({ index: name, ...query }, options),
    );
    return v.parse(countSchema, successBody(counted)).count;
  };
  const [openTerminals, documents] = await Promise.all([count({ q: 'open:true' }), count({})]);
  const version = mappings._meta?.version;
  return {
    name,
    ...(version === undefined ? {} : { version }),
    isCurrent: version === TERMINAL_INDEX_VERSION,
    openTerminals,
    documents,
  };
}

async function readNodes(client: OpenSearchClient): Promise<IndexStatus['nodes']> {
  const response = await client.send((library, options) =>
    library.cat.allocation({ format: 'json', bytes: 'b' }, options),
  );
  return v
    .parse(allocationSchema, successBody(response))
    .flatMap(({ node, 'disk.used': usedBytes, 'disk.avail': freeBytes }) =>
      usedBytes == null || freeBytes == null ? [] : [{ name: node, usedBytes, freeBytes }],
    );
}
