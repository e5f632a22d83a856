import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { HostFile } from '../../lib/local/data-folder.ts';
import { freightCommand } from '../support/freight-command.ts';
import { otherAddressesThatAnswer } from '../support/other-addresses.ts';
import { untilGone } from '../support/service-process.ts';
import { serviceProcesses } from '../support/service-processes.ts';
import { send, type TestOrganization } from '../support/service-under-test.ts';

const SEARCH = '/api/v1/terminals/search?query=port+elizabeth';

const { newFolder, start, rejected, services } = serviceProcesses();

/** False also if the process has ended meanwhile. */
const isJava = (pid: number) =>
  spawnSync('ps', ['-o', 'args=', '-p', String(pid)])
    .stdout.toString()
    .includes('DynamoDBLocal.jar');

const search = async (url: string, key: string) => (await send(url, 'GET', SEARCH, { key })).status;

/** Files of a data folder without streams.json, which exists only after a schedule has written to a table. */
const keptIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name !== 'streams.json' && name !== 'service.log')
    .sort();

/** One data folder through several starts, in order: each start continues with the data of the previous one. */
describe('the service in one data folder', () => {
  const dataDir = join(newFolder(), '.local');
  let demoKey: string;
  let kept: TestOrganization;

  it('prints its address and a demo key at the first start, and the printed calls work', async () => {
    const service = await start(dataDir);
    const { url, key, out } = await service.greeted;
    demoKey = key;

    expect(key).toMatch(/^frk_test_/);
    expect(out).toMatch(/^ {2}ORG=org_\w+$/m);
    expect(out).toContain(`Log: ${join(dataDir, 'service.log')}`);
    expect(out).toContain(`'${url}${SEARCH}'`);
    expect(JSON.stringify((await send(url, 'GET', '/health')).json)).toContain('ok');
    expect(await search(url, key)).toBe(200);
    const [, body] = /\/rates -d '([^']+)'/.exec(out) ?? [];
    expect(await send(url, 'POST', '/api/v1/rates', { key, raw: body ?? '' })).toMatchObject({
      status: 200,
    });
    expect(await search(url, `${key.slice(0, -1)}!`)).toBe(401);
    expect(readFileSync(join(dataDir, 'service.log'), 'utf8')).toContain('"resource":"/api/v1/rates"');
  });

  it('is found by the command line, and accepts the organizations and keys that the command line creates', async () => {
    kept = await freightCommand(['org', 'create', '--name', 'Kept', '--json'], {
      FREIGHT_LOCAL_DIR: dataDir,
    });
    const host = JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8')) as HostFile;

    expect(await search(host.url, kept.apiKey)).toBe(200);
    for (const url of [host.url, host.controlUrl, host.dynamodbEndpoint, host.sqsEndpoint]) {
      expect([url, await otherAddressesThatAnswer(url)]).toEqual([url, []]);
    }
  });

  it('rejects a second service in its folder, but an ephemeral service can run at the same time', async () => {
    const [first] = services;
    expect(await rejected(dataDir)).toBe(
      `Another service uses ${dataDir} (process ${first?.child.pid}). Stop it, or start with -- --ephemeral and another PORT.`,
    );

    const second = await start(dataDir, { args: ['--ephemeral'] });
    const { url, key } = await second.greeted;
    expect(key).not.toBe(demoKey);
    expect(await search(url, key)).toBe(200);
    expect(await search(url, demoKey)).toBe(401);
    const ownFolder = /FREIGHT_LOCAL_DIR=(\S+)/.exec((await second.greeted).out)?.[1];
    await expect(
      freightCommand(['trigger', 'chat.created', '--json'], { FREIGHT_LOCAL_DIR: ownFolder ?? '' }),
    ).resolves.toMatchObject({ id: expect.stringMatching(/^evt_/) });
    second.child.kill('SIGTERM');
    const { code, out, err } = await second.ended;

    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [, folder = ''] = /FREIGHT_LOCAL_DIR=(\S+)/.exec(out) ?? [];
    expect(folder).not.toBe('');
    expect(existsSync(folder)).toBe(false);
    expect(existsSync(join(dataDir, 'host.json'))).toBe(true);
  });

  it('moves its clock for the command line', async () => {
    expect(
      await freightCommand(['clock', 'advance', '36h', '--json'], { FREIGHT_LOCAL_DIR: dataDir }),
    ).toMatchObject({ aheadMs: 36 * 3_600_000 });
  });

  it('ends with all its processes on SIGTERM', async () => {
    const [first] = services;
    const processes = first?.descendants() ?? [];
    // The engine and its supervisor process.
    expect(processes.length).toBeGreaterThanOrEqual(2);

    first?.child.kill('SIGTERM');

    expect(await first?.ended).toMatchObject({ code: 0, err: '' });
    await untilGone(processes);
    expect(keptIn(dataDir)).toEqual([
      'buckets',
      'clock.json',
      'demo.json',
      'dynamodb',
      'gateway-keys.json',
      'queues',
    ]);
  });

  it('prints the same key and keeps its data at the second start; its processes end when it is killed', async () => {
    const service = await start(dataDir);
    const { url, key, out } = await service.greeted;

    expect(key).toBe(demoKey);
    expect(out).toMatch(/clock of the service is 1d 12h ahead, at 2\d{3}-/);
    expect(await search(url, key)).toBe(200);
    expect(await search(url, kept.apiKey)).toBe(200);

    const processes = service.descendants();
    expect(processes.length).toBeGreaterThanOrEqual(2);
    service.child.kill('SIGKILL');
    await service.ended;
    await untilGone(processes);
    expect(existsSync(join(dataDir, 'running.lock'))).toBe(true);
  });

  it('starts again after a kill, and exits with code 0 on Ctrl-C, which reaches each process of the terminal', async () => {
    const service = await start(dataDir, { likeNpm: true });
    const { url, key } = await service.greeted;
    expect(key).toBe(demoKey);
    expect(await search(url, kept.apiKey)).toBe(200);
    const processes = service.descendants();
    expect(processes.length).toBeGreaterThanOrEqual(3);

    process.kill(-(service.child.pid ?? 0), 'SIGINT');

    expect(await service.ended).toMatchObject({ code: 0, err: '' });
    await untilGone(processes);
    expect(existsSync(join(dataDir, 'running.lock'))).toBe(false);
  });

  it('ends all its processes if it is interrupted during the start', async () => {
    const service = await start(dataDir);
    let processes: number[] = [];
    while (processes.length < 2) {
      processes = service.descendants();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }

    service.child.kill('SIGINT');

    expect(await service.ended).toMatchObject({ out: '', err: '' });
    await untilGone(processes);
  });

  it('ends with the reason when its database ends, instead of endless 500 responses', async () => {
    const service = await start(dataDir);
    const { url, key } = await service.greeted;
    expect(await search(url, key)).toBe(200);
    const processes = service.descendants();
    const engine = processes.findLast(isJava);
    expect(engine).toBeDefined();

    process.kill(engine ?? 0, 'SIGKILL');

    const { code, err } = await service.ended;
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^DynamoDB Local ended: .*\. Restart the service\.\n$/),
    });
    await untilGone(processes);
    expect(existsSync(join(dataDir, 'running.lock'))).toBe(false);
  });

  it('reports a damaged file of the demo key in one line and ends', async () => {
    const file = join(dataDir, 'demo.json');
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, good.slice(0, 20));

    expect(await rejected(dataDir)).toBe(`${file} is damaged. Remove ${dataDir} to start without data.`);

    expect(keptIn(dataDir)).toEqual([
      'buckets',
      'clock.json',
      'demo.json',
      'dynamodb',
      'gateway-keys.json',
      'queues',
    ]);
    writeFileSync(file, good);
  });

  it('reports a damaged database in one line', async () => {
    const [database = ''] = readdirSync(join(dataDir, 'dynamodb'));
    writeFileSync(join(dataDir, 'dynamodb', database), randomBytes(20_000));

    expect(await rejected(dataDir)).toMatch(
      new RegExp(
        `^The tables in ${dataDir}/dynamodb cannot be used .* Remove ${dataDir} to start without data.$`,
      ),
    );
  });
});
