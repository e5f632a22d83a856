import * as v from 'valibot';
import { chunk } from '../../platform/collections/chunk.ts';
import { forEachConcurrent } from '../../platform/concurrency/for-each-concurrent.ts';
import type { OpenSearchClient } from '../opensearch/opensearch-client.ts';
import { errorType, OpenSearchResponseError, successBody } from '../opensearch/opensearch-response.ts';
import { TERMINAL_INDEX } from '../opensearch/opensearch-terminal-mapping.ts';
import { bulkLines, readBulkResponse } from './opensearch-bulk.ts';
import { TERMINAL_INDEX_VERSION } from './opensearch-index-version.ts';
import type { IndexGeneration, TerminalIndexWriter } from './terminal-index-writer.ts';

/** Rows per bulk request: about 1 MB. */
const ROWS_AT_ONCE = 500;
const REQUESTS_AT_ONCE = 2;
const ATTEMPTS = 5;
const DIGITS = 6;

const aliasesSchema = v.record(v.string(), v.object({ aliases: v.record(v.string(), v.unknown()) }));
const mappingSchema = v.record(
  v.string(),
  v.object({ mappings: v.object({ _meta: v.optional(v.object({ version: v.string() })) }) }),
);
const countSchema = v.object({ count: v.number(), _shards: v.object({ failed: v.literal(0) }) });

/**
 * Generations of the index as OpenSearch indexes: `<alias>-000001` and so on. Search reads the generation of `alias`.
 * Writers use a second alias per generation, `<alias>-000001-rows`, which is deleted with the index.
 */
export function createOpenSearchTerminalIndex(client: OpenSearchClient, alias: string): TerminalIndexWriter {
  const generation = new RegExp(`^${alias}-\\d{${DIGITS}}$`);
  const rowsOf = (name: string) => `${name}-rows`;

  const list = async (): Promise<IndexGeneration[]> => {
    const found = v.parse(
      aliasesSchema,
      successBody(await client.send((library, options) => library.indices.getAlias({}, options))),
    );
    return Object.entries(found)
      .filter(([name]) => generation.test(name))
      .map(([name, { aliases }]) => ({ name, inService: alias in aliases }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  };

  const create = async (): Promise<string> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const newest = (await list()).at(-1)?.name.slice(-DIGITS) ?? '0';
      const name = `${alias}-${String(Number(newest) + 1).padStart(DIGITS, '0')}`;
      const { settings, mappings } = TERMINAL_INDEX;
      const body = {
        settings,
        mappings: {
          ...mappings,
          _source: { includes: [...mappings._source.includes] },
          _meta: { version: TERMINAL_INDEX_VERSION },
        },
        aliases: { [rowsOf(name)]: {} },
      };
      const response = await client.send((library, options) =>
        library.indices.create({ index: name, body }, options),
      );
      // Another writer created it first, or the response to the first attempt was lost. Try the next number.
      if (response.status === 400 && errorType(response) === 'resource_already_exists_exception') continue;
      successBody(response);
      return name;
    }
    throw new OpenSearchResponseError(
      `another writer created the next generation in ${ATTEMPTS} consecutive attempts`,
    );
  };

  const write: TerminalIndexWriter['write'] = async (rows, only) => {
    const targets = only === undefined ? (await list()).map(({ name }) => name) : [only];
    const failed = new Map<string, string>();
    const requests = targets.flatMap((target) =>
      chunk(rows, ROWS_AT_ONCE).map((group) => ({ target, group })),
    );
    await forEachConcurrent(requests, REQUESTS_AT_ONCE, async ({ target, group }) => {
      const body = bulkLines(rowsOf(target), group);
      const response = await client.send((library, options) => library.bulk({ body }, options));
      const outcome = readBulkResponse(response, group);
      // A generation that was deleted during the write needs no rows.
      const isGone = only === undefined && outcome.failed.length > 0 && !(await exists(target));
      if (!isGone) for (const { id, reason } of outcome.failed) failed.set(id, reason);
    });
    return {
      written: rows.length - failed.size,
      failed: [...failed].map(([id, reason]) => ({ id, reason })),
    };
  };

  const exists = async (name: string) => (await list()).some((each) => each.name === name);

  const serve: TerminalIndexWriter['serve'] = async (name) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const inService = (await list()).filter((each) => each.inService).map((each) => each.name);
      // The newest generation stays in service, so that the alias only moves forward.
      const target = [...inService, name].sort().at(-1) ?? name;
      const others = inService.filter((other) => other !== target);
      const isThere = inService.includes(target);
      if (isThere && others.length === 0) return target === name ? 'served' : 'superseded';
      const add = isThere ? [] : [{ add: { index: target, alias } }];
      // The update is atomic. If another writer removed one of these aliases, the loop reads the aliases again.
      const remove = others.map((index) => ({ remove: { index, alias, must_exist: true } }));
      const body = { actions: [...remove, ...add] };
      const response = await client.send((library, options) =>
        library.indices.updateAliases({ body }, options),
      );
      if (response.status !== 404) successBody(response);
      else if (!(await exists(name)))
        throw new OpenSearchResponseError(`${name} was deleted during the update`);
    }
    throw new OpenSearchResponseError(`another writer moved the alias in ${ATTEMPTS} consecutive attempts`);
  };

  return {
    create,
    write,
    count: async (name) => {
      successBody(await client.send((library, options) => library.indices.refresh({ index: name }, options)));
      const counted = await client.send((library, options) => library.count({ index: name }, options));
      return v.parse(countSchema, successBody(counted)).count;
    },
    serve,
    isCurrent: async () => {
      const response = await client.send((library, options) =>
        library.indices.getMapping({ index: alias }, options),
      );
      if (response.status === 404) return false;
      const found = Object.values(v.parse(mappingSchema, successBody(response)));
      return found.every(({ mappings }) => mappings._meta?.version === TERMINAL_INDEX_VERSION);
    },
    list,
    removeOld: async () => {
      const all = await list();
      const inService = all.findLast((each) => each.inService);
      const old = all.filter(({ name }) => inService !== undefined && name < inService.name);
      for (const { name } of old) {
        const response = await client.send((library, options) =>
          library.indices.delete({ index: name }, options),
        );
        if (response.status !== 404) successBody(response);
      }
      return old.map(({ name }) => name);
    },
  };
}
