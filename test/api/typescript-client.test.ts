import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildClientTypes } from '../../bin/build/client-types.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createEnterprise, type TestOrganization } from '../support/service-under-test.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGE = join(ROOT, 'clients/typescript');
const NAME = 'freight-rates-client';
const EXAMPLES = ['first-calls.ts', 'chats.ts', 'rfp-file.ts', 'one-program.ts', 'errors.ts', 'options.ts'];
/** What each example prints on a new organization. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  'first-calls.ts': /^rate: [\d.]+ USD\ncreated: (Q-\w+)\nlisted: \1 [\d.]+ USD\n$/,
  'chats.ts': /^asks: \d+\nlane 0: Q-\w+\n$/,
  'rfp-file.ts': /^priced \nA1: [\d.]+ USD\n$/,
  'one-program.ts': /^created: (Q-\w+)\nlisted: \1\nverified: \1\n$/,
  'errors.ts': /^QUOTE_NOT_FOUND .*\n404 \S+ Check the quote id/,
  'options.ts':
    /^request GET \/api\/v1\/usage 1\nresponse GET \/api\/v1\/usage 1\nretry GET \/api\/v1\/usage 1\nrequest GET \/api\/v1\/usage 2\nfailure GET \/api\/v1\/usage 2\n[\s\S]*used: 0 of \d+, request \S+\n$/,
};

const execute = promisify(execFile);

/** Variables of an npm script must not affect the inner npm. */
const OUTSIDE_OF_NPM = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package)/.test(name)),
);

/** Runs npm without network and without settings of the caller. */
function npm(cwd: string, ...args: string[]) {
  const path = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return execute('npm', args, { cwd, env: { ...OUTSIDE_OF_NPM, PATH: path } });
}

/** The tsc of this repository; rejects with what it prints. */
const tsc = (cwd: string, ...args: string[]) =>
  execute(join(ROOT, 'node_modules/.bin/tsc'), args, { cwd }).catch((error: { stdout?: string }) => {
    throw new Error(`tsc: ${error.stdout}`);
  });

/** The examples of the package's README, by the name in the comment before each. */
async function readExamples(): Promise<ReadonlyMap<string, string>> {
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/(?:<!-- (\S+) -->\n)?```ts\n([\s\S]*?)```/g)];
  return new Map(blocks.map(([, name = 'without a name', code = '']) => [name, code]));
}

/**
 * A proxy that answers the first request of each operation with 429, resets the connection of the second, and forwards the
 * others.
 */
async function startFaultyProxy(target: string) {
  const counts = new Map<string, number>();
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming;
    const operation = `${method} ${new URL(url, target).pathname}`;
    const count = counts.get(operation) ?? 0;
    counts.set(operation, count + 1);
    if (count === 0) {
      incoming.resume();
      outgoing.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' });
      outgoing.end('{"success":false,"error":{"code":"rate_limit_exceeded","message":"Too many requests."}}');
      return;
    }
    if (count === 1) {
      incoming.socket.resetAndDestroy();
      return;
    }
    const onward = request(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, outgoing, () => {});
    });
    onward.on('error', () => outgoing.destroy());
    pipeline(incoming, onward, () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    restart: () => counts.clear(),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

let folder: string;
let project: string;
let service: LocalService;
let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;

/** The package as `npm pack` makes it, in an empty project. */
async function installPackage(): Promise<void> {
  const copy = join(folder, 'package');
  await mkdir(copy);
  buildClientTypes();
  for (const name of ['package.json', 'README.md', 'tsconfig.json', 'src'])
    await cp(join(PACKAGE, name), join(copy, name), { recursive: true });
  // What `prepack` does, whose script is not in the copy.
  await tsc(copy, '-p', '.');
  await npm(copy, 'pack', '--ignore-scripts', '--pack-destination', folder);
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"private":true,"type":"module"}');
  await npm(project, 'install', '--offline', '--no-audit', '--no-fund', join(folder, archive));
  await mkdir(join(project, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types'])
    await symlink(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-client-'));
  project = join(folder, 'project');
  await installPackage();
  for (const [name, code] of await readExamples()) await writeFile(join(project, name), code);
  service = await startLocalService();
  proxy = await startFaultyProxy(service.url);
});

afterAll(async () => {
  proxy?.stop();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

const STRICT = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--exactOptionalPropertyTypes'];
const MODULES = ['--module', 'nodenext', '--target', 'es2022'];

describe('the packed client in an empty project', () => {
  it('has only built files, and no dependency', async () => {
    const root = join(project, 'node_modules', NAME);
    const files = await readdir(root, { recursive: true });
    expect(files).toEqual(expect.arrayContaining(['README.md', 'dist/index.js', 'dist/index.d.ts']));
    expect(files.filter((file) => !/^(dist(\/.*)?|package\.json|README\.md)$/.test(file))).toEqual([]);
    expect(JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))).not.toHaveProperty('dependencies');
  });

  it('is type-checked with its declarations, by the types of Node and by those of browsers', async () => {
    expect([...(await readExamples()).keys()]).toEqual(EXAMPLES);
    await tsc(project, ...STRICT, ...MODULES, '--lib', 'es2022', '--types', 'node', ...EXAMPLES);
    await writeFile(
      join(project, 'browser.ts'),
      `import { FreightClient, type WebhookEvent, verifyWebhook } from '${NAME}';
export const client: FreightClient = new FreightClient({ apiKey: 'k', baseUrl: location.origin, fetch });
export const event: Promise<WebhookEvent> = verifyWebhook('', new Headers(), 'whsec_');\n`,
    );
    const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022'];
    await tsc(project, ...STRICT, ...bundler, '--lib', 'es2022,dom', '--types', '', 'browser.ts');
  });

  it('rejects a program with a wrong field', async () => {
    const wrong = `import { FreightClient } from '${NAME}';
await new FreightClient({ apiKey: 'k', baseUrl: 'http://localhost' }).quotes.create({ origin: 1 });\n`;
    await writeFile(join(project, 'wrong.ts'), wrong);
    const check = tsc(project, ...STRICT, ...MODULES, '--lib', 'es2022', '--types', 'node', 'wrong.ts');
    await expect(check).rejects.toThrow("Type 'number' is not assignable to type 'string'");
  });

  /** What a program of the project prints, with the key of a new organization. */
  async function run(name: string, url: string, { apiKey }: TestOrganization): Promise<string> {
    const { stdout } = await execute(process.execPath, [name], {
      cwd: project,
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        FREIGHT_API_KEY: apiKey,
        FREIGHT_URL: url,
      },
    });
    return stdout;
  }

  it.each(EXAMPLES)('%s of the README survives 429 and a reset at each operation', async (name) => {
    proxy.restart();
    const stdout = await run(name, proxy.url, await createEnterprise(service));
    expect(stdout).toMatch(PRINTED[name] ?? /$^/);
    expect(proxy.counts.size).toBeGreaterThan(0);
    expect(Math.min(...proxy.counts.values())).toBeGreaterThanOrEqual(3);
  });

  it('one-program.ts creates, lists and verifies in less than 30 lines', async () => {
    const code = (await readExamples()).get('one-program.ts') ?? '';
    expect(code.trim().split('\n').length).toBeLessThan(30);
  });
});
