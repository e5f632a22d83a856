import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBlocks } from '../../support/documents/read-blocks.ts';
import { type PageService, runPage } from '../../support/documents/run-page.ts';

const block = (info: string, ...lines: string[]) => [`\`\`\`${info}`, ...lines, '```', ''].join('\n');

let server: Server;
let service: PageService;

/** Answers what the tests' pages call: an id, and the caller's key. */
beforeAll(async () => {
  server = createServer((request, response) => {
    response.statusCode = request.url === '/none' ? 404 : 200;
    const key = request.headers['x-api-key'] ?? null;
    response.end(JSON.stringify({ id: 'wh_0123456789ABC', key, at: new Date().toISOString(), size: 2 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  service = {
    url: `http://127.0.0.1:${port}`,
    apiKey: 'frk_test_abcdefgh',
    orgId: 'org_1',
    dataDir: '/nowhere',
  };
});
afterAll(() => {
  server.close();
});

const resultsOf = (...parts: string[]) =>
  runPage(readBlocks({ path: 'docs/page.md', text: parts.join('\n') }), service);
const faultsOf = async (...parts: string[]) =>
  (await resultsOf(...parts)).flatMap(({ fault }) => (fault === undefined ? [] : [fault]));

const CALL = block('sh', 'KEY=frk_test_...', 'curl -s -H "x-api-key: $KEY" http://localhost:3000/');
const ANSWER = { id: 'wh_...', key: 'frk_test_...', at: '2026-10-07T17:00:00.000Z', size: 2 };
const json = (value: unknown) => block('json', JSON.stringify(value));

describe('a page that is run', () => {
  it('has its calls made, its answers compared, and its variables and ids kept', async () => {
    const results = await resultsOf(
      CALL,
      json(ANSWER),
      block(
        'sh',
        'test "$KEY" = frk_test_abcdefgh',
        'test wh_... = wh_0123456789ABC',
        'echo written > file.txt',
      ),
      block(
        'ts',
        'import { readFileSync } from "node:fs";',
        'console.log(readFileSync("file.txt", "utf8"));',
      ),
      block('text', 'wri...'),
      block('http', 'GET /none', 'x-api-key: frk_test_...'),
      `<!-- varies: id, size -->\n${block('http', 'HTTP/1.1 404', '', JSON.stringify({ ...ANSWER, id: '', size: 7 }))}`,
      `<!-- not run: needs AWS -->\n${block('sh', 'aws sts get-caller-identity')}`,
    );
    expect(results.map(({ how, fault, reason }) => fault ?? reason ?? how)).toEqual([
      'run',
      'compared',
      'run',
      'run',
      'compared',
      'run',
      'compared',
      'needs AWS',
    ]);
  });

  it('has programs that run until its end, on free ports', async () => {
    const receiver = [
      'import { createServer } from "node:http";',
      'const receiver = createServer((request, response) => { console.log("got", request.url); response.end("{}"); });',
      'receiver.listen(4000, () => console.log("listening"));',
    ];
    const faults = await faultsOf(
      `<!-- file: receiver.ts -->\n${block('ts', ...receiver)}`,
      `<!-- keeps running -->\n${block('sh', 'node receiver.ts')}`,
      block('sh', 'curl -s http://localhost:4000/hook'),
      json({}),
      block('text', 'listening', 'got /hook'),
    );
    expect(faults).toEqual([]);
  });
});

describe('planted faults', () => {
  it.each<[string, string[], RegExp]>([
    [
      'a call of a wrong path',
      [block('sh', 'curl -s http://localhost:3000/none')],
      /^docs\/page\.md:1: exit code 22/,
    ],
    ['a command that fails', [block('sh', 'false', 'true')], /exit code 1/],
    ['a wrong option after a pipe', [block('sh', 'cat --wrong | head -1')], /exit code 1/],
    ['a program with an error', [block('ts', 'throw new Error("wrong")')], /exit code 1: [\s\S]*wrong/],
    ['a type error', [block('ts', 'const size: number = "2";', 'console.log(size);')], /TS2322/],
    ['a variable that no block sets', [block('sh', 'test "$OTHER" = 1')], /exit code 1/],
    ['a member that the answer lacks', [CALL, json({ ...ANSWER, more: 1 })], /answer\.more is missing/],
    [
      'a member that the page lacks',
      [CALL, json({ ...ANSWER, size: undefined })],
      /answer\.size is not in the page/,
    ],
    ['another value', [CALL, json({ ...ANSWER, size: 3 })], /answer\.size is 2, not 3/],
    ['another type', [CALL, json({ ...ANSWER, size: '2' })], /answer\.size is number, not string/],
    ['another id', [CALL, json({ ...ANSWER, id: 'evt_0123456789ABC' })], /answer\.id is "wh_/],
    ['no time', [CALL, json({ ...ANSWER, at: 'soon' })], /answer\.at is "2/],
    ['another status', [block('http', 'GET /none'), block('http', 'HTTP/1.1 200')], /status 404, not 200/],
    ['a line that is not printed', [block('sh', 'echo one'), block('text', 'two')], /not printed: two/],
    ['JSON without a call and without a reason', [json({})], /without a reason/],
    ['an unknown reason', [`<!-- not run: later -->\n${CALL}`], /unknown reason "later"/],
    ['a test that does not exist', [`<!-- not run: tested by test/none.ts -->\n${CALL}`], /does not exist/],
    [
      'a test that does not name the page',
      [`<!-- not run: tested by test/infra/repository/wording.test.ts -->\n${CALL}`],
      /does not name page\.md/,
    ],
    [
      'a file that no command uses',
      [block('sh', 'touch a.json'), `<!-- file: a.json -->\n${json({})}`],
      /no later command of the page uses a\.json/,
    ],
  ])('%s is found', async (_name, parts, fault) => {
    const faults = await faultsOf(...parts);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(fault);
  });

  it.each<[string, string, RegExp]>([
    ['an unknown language', block('shell', 'true'), /unknown language "shell"/],
    ['an unknown directive', `<!-- skip -->\n${CALL}`, /unknown directive "skip"/],
    ['a block without end', '```sh\ntrue', /has no end/],
  ])('%s is found', (_name, text, error) => {
    expect(() => readBlocks({ path: 'docs/page.md', text })).toThrow(error);
  });
});
