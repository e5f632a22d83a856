import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FreightClient } from '../../../../clients/typescript/src/index.ts';

const README = readFileSync(
  fileURLToPath(new URL('../../../../clients/typescript/README.md', import.meta.url)),
  'utf8',
);
/** Valid as an id, a query, a body and options of each method. */
const ANY = 'id';

interface SentRequest {
  readonly method: string;
  readonly hasKey: boolean;
  readonly attempts: number;
}

/** A client whose requests are answered with 500 and `Retry-After: 0`, which a client retries where it may. */
function createFailingClient() {
  const sent: { method: string; hasKey: boolean }[] = [];
  const client = new FreightClient({
    apiKey: 'frk_test_key',
    baseUrl: 'http://localhost:1',
    maxRetries: 1,
    fetch: async (_, { method, headers }) => {
      sent.push({ method, hasKey: 'idempotency-key' in headers });
      return new Response('{}', { status: 500, headers: { 'retry-after': '0' } });
    },
  });
  return { client, sent };
}

type Method = (...args: readonly unknown[]) => unknown;

/** Public methods by name, those of members such as `uploads` with a dot. */
function methodsOf(resource: object, prefix = ''): readonly (readonly [string, Method])[] {
  const members = [
    ...Object.getOwnPropertyNames(Object.getPrototypeOf(resource)),
    ...Object.keys(resource),
  ].filter((name) => name !== 'constructor' && name !== 'transport');
  return members.flatMap((name) => {
    const value: unknown = Reflect.get(resource, name);
    return typeof value === 'function'
      ? [[`${prefix}${name}`, (...args: readonly unknown[]) => value.call(resource, ...args)] as const]
      : methodsOf(value as object, `${prefix}${name}.`);
  });
}

const methodsOfClient = (client: FreightClient) =>
  Object.entries(client).flatMap(([name, resource]) => methodsOf(resource, `${name}.`));

/** What each method sends; a method has its own client, so that their retries wait at the same time. */
async function requestsByMethod(): Promise<ReadonlyMap<string, SentRequest>> {
  const names = methodsOfClient(createFailingClient().client).map(([name]) => name);
  const requests = names
    // It sends no request.
    .filter((name) => name !== 'webhooks.verify')
    .map(async (name) => {
      const { client, sent } = createFailingClient();
      const method = new Map(methodsOfClient(client)).get(name);
      await expect(Promise.resolve(method?.(ANY, ANY, ANY, ANY))).rejects.toThrow();
      const [first] = sent;
      if (first === undefined) throw new Error(`${name} sent no request.`);
      return [name, { ...first, attempts: sent.length }] as const;
    });
  return new Map(await Promise.all(requests));
}

/** The names in backticks of a text. */
const quotedNames = (text: string) => [...text.matchAll(/`([\w.]+)`/g)].map(([, name]) => name);

describe('the README of the client', () => {
  it('names each resource with its methods', () => {
    const { client } = createFailingClient();
    const table = README.split(/\| Resource +\| Methods +\|\n.*\n/)[1]?.split('\n\n')[0] ?? '';
    const documented = table.split('\n').flatMap((row) => {
      const [, resource = '', methods = ''] = row.split('|');
      return quotedNames(methods).map((name) => `${quotedNames(resource)[0]}.${name}`);
    });
    expect(documented.sort()).toEqual(
      methodsOfClient(client)
        .map(([name]) => name)
        .sort(),
    );
  });

  it('names the POST methods without Idempotency-Key, which are not retried', async () => {
    const posts = [...(await requestsByMethod())].filter(([, { method }]) => method === 'POST');
    const unkeyed = posts.filter(([, { hasKey }]) => !hasKey);
    const once = unkeyed.filter(([, { attempts }]) => attempts === 1).map(([name]) => name);
    const reads = unkeyed.filter(([, { attempts }]) => attempts > 1).map(([name]) => name);
    expect(posts.filter(([, { hasKey, attempts }]) => hasKey && attempts !== 2)).toEqual([]);

    const paragraph = /^- The client retries a `POST` only.*$/m.exec(README)?.[0] ?? '';
    const [readSentence = '', onceSentence = ''] = paragraph.split('changes nothing:');
    expect(readSentence).toContain('Idempotency-Key');
    const [documentedReads = '', documentedOnce = ''] = onceSentence.split('. ');
    expect(quotedNames(documentedReads)).toEqual(reads);
    expect(quotedNames(documentedOnce)).toEqual(once);
  });
});
