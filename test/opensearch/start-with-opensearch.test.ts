import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { findJava } from '../../lib/local/engines/java.ts';
import { findOpenSearchJars } from '../../lib/local/engines/opensearch-local.ts';
import { eventually } from '../support/eventually.ts';
import { OPENSEARCH_DIR } from '../support/opensearch-node.ts';
import { type ServiceProcess, untilGone } from '../support/service-process.ts';
import { serviceProcesses } from '../support/service-processes.ts';
import { send } from '../support/service-under-test.ts';

const SEARCH = '/api/v1/terminals/search?query=port+elizabeth';
const { newFolder, start } = serviceProcesses();

let java: string;
let jars: string;
beforeAll(async () => {
  java = await findJava(OPENSEARCH_DIR);
  jars = await findOpenSearchJars(OPENSEARCH_DIR, java);
});

/** A data folder for one test, with the shared downloads. */
function newDataDir(): string {
  const dataDir = join(newFolder(), '.local');
  mkdirSync(join(dataDir, 'opensearch'), { recursive: true });
  symlinkSync(jars, join(dataDir, 'opensearch/jars'));
  return dataDir;
}

/** The process of the node, not of its supervisor. */
function isNode(pid: number): boolean {
  const args = execFileSync('ps', ['-o', 'args=', '-p', String(pid)]).toString();
  return args.includes('OpenSearchRunner') && !args.includes('supervise.mjs');
}

async function isServed({ greeted }: ServiceProcess): Promise<void> {
  const { url, key } = await greeted;
  expect(await send(url, 'GET', SEARCH, { key })).toMatchObject({
    status: 200,
    json: {
      data: expect.arrayContaining([
        expect.objectContaining({ aliases: expect.arrayContaining(['Port Elizabeth']) }),
      ]),
    },
  });
}

/** The endpoint of the node, from the start message. */
const endpointIn = (out: string) => /search uses OpenSearch at (http:\S+)/.exec(out)?.[1] ?? '';

describe('npm start -- --opensearch', () => {
  it('prints the endpoint of the node, survives its end, and stops all its processes', async () => {
    const scratch = newFolder();
    const service = await start(newDataDir(), {
      args: ['--opensearch', '--ephemeral'],
      environment: { TMPDIR: scratch },
    });
    const { url, key, out } = await service.greeted;
    await isServed(service);
    const rows = await fetch(`${endpointIn(out)}/terminals-v2/_count`);
    expect(await rows.json()).toMatchObject({ count: expect.any(Number) });
    const processes = service.descendants();
    const node = processes.find(isNode);
    expect(node).toBeDefined();

    process.kill(node ?? 0, 'SIGKILL');
    await eventually(
      () =>
        fetch(endpointIn(out)).then(
          () => false,
          () => true,
        ),
      Boolean,
    );

    for (let call = 0; call < 5; call += 1) await isServed(service);
    expect((await send(url, 'GET', '/health', { key })).status).toBe(200);
    service.child.kill('SIGTERM');
    const { code, err } = await service.ended;
    expect(code).toBe(0);
    expect(err).toMatch(/^OpenSearch ended: [^\n]+ The embedded search answers from now on; [^\n]+\n$/);
    await untilGone(processes);
    expect(readdirSync(scratch)).toEqual([]);
  });

  it('fails with one line if OpenSearch cannot be fetched, and leaves no process', async () => {
    const folder = newFolder();
    // A machine with Java, but without Maven.
    symlinkSync(
      isAbsolute(java) ? java : execFileSync('which', [java]).toString().trim(),
      join(folder, 'java'),
    );
    const { ended } = await start(join(folder, '.local'), {
      args: ['--opensearch', '--ephemeral'],
      environment: { PATH: folder },
    });

    expect(await ended).toMatchObject({
      code: 1,
      err: 'The download of OpenSearch needs Maven. Install it, for example with "apt-get install maven".\n',
    });
  });
});
