import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandFailedError, explainFailure, UsageError } from '../../../bin/freight/connection/failures.ts';
import { publishedValues, resolveTarget } from '../../../bin/freight/connection/target.ts';
import { TABLE_NAMES } from '../../../functions/definition-types.ts';
import { commandLineUnderTest } from '../../support/command-line-under-test.ts';

describe('a command that is not understood', () => {
  it.each([
    [['org']],
    [['org', 'create']],
    [['org', 'create', '--name', 'Acme', '--requests-per-minute', '10']],
    [['org', 'show', 'org_a', '--loudly']],
    [['usage', 'org_a', '--months', '0']],
    [['clock', 'advance', '8w']],
    [['rate', 'explain', 'APM Elizabeth Terminal', '43215', '--equipment', 'dryvan']],
  ])('%j ends with 2 and says why', async (args) => {
    const { freight, gateway } = commandLineUnderTest();

    const { exitCode, printed, complaints } = await freight(...args);

    expect({ exitCode, printed }).toEqual({ exitCode: 2, printed: '' });
    expect(complaints).not.toBe('');
    expect(gateway.keys.size).toBe(0);
  });
});
describe('a command that is rejected', () => {
  it.each([
    [['org', 'show', 'org_none']],
    [['key', 'revoke', 'key_none']],
    [['market', 'import', 'loads.csv', '--org', 'org_none']],
  ])('%j ends with 1 and one line', async (args) => {
    const { exitCode, printed, complaints } = await commandLineUnderTest().freight(...args);

    expect({ exitCode, printed }).toEqual({ exitCode: 1, printed: '' });
    expect(complaints).toMatch(/^There is no (organization|key) \w+_none[.:][^\n]*$/);
  });

  it.each([
    [['org', 'show', 'org_none', '--json'], 1, 'command_failed', 'There is no organization org_none.'],
  ])('%j prints one JSON object to standard error', async (args, exitCode, code, message) => {
    const outcome = await commandLineUnderTest().freight(...args);

    expect(outcome).toMatchObject({ exitCode, printed: '' });
    expect(JSON.parse(outcome.complaints)).toEqual({ error: { code, message } });
  });
});

it('a failure of the command line itself has its stack, since nothing else helps', () => {
  const { exitCode, text } = explainFailure(new TypeError('x is not a function'));

  expect(exitCode).toBe(1);
  expect(text).toContain('    at ');
});

describe('the service of a command', () => {
  it('is the deployment that --environment names, wherever it stands, or the local service', async () => {
    const { freight, connect } = commandLineUnderTest();

    await freight('--environment', 'dev', 'org', 'create', '--name', 'Acme');
    await freight('org', 'create', '--name', 'Acme', '--json', '--environment', 'staging');
    await freight('org', 'create', '--name', 'Acme');

    expect(connect.mock.calls.map(([environment]) => environment)).toEqual(['dev', 'staging', undefined]);
  });

  it.each([[['clock', 'advance', '1d']], [['schedule', 'run', 'refresh-diesel']]])(
    'is the local service: %j',
    async (args) => {
      expect(await commandLineUnderTest().freight(...args)).toMatchObject({
        exitCode: 1,
        complaints: expect.stringContaining('the local service'),
      });
    },
  );

  it('must be an environment that there is', async () => {
    const resolved = resolveTarget('production');

    await expect(resolved).rejects.toThrow(UsageError);
    await expect(resolved).rejects.toThrow('dev, staging, prod');
  });
});

/** What each environment publishes. */
const parametersOf = (environment: string): Record<string, string> =>
  Object.fromEntries(
    [
      ...TABLE_NAMES.map((table) => `tables/${table}`),
      ...['standard-usage-plan-id', 'rest-api-id', 'stage-name'],
    ].map((name) => [`/freight/${environment}/${name}`, `${name} of ${environment}`]),
  );

describe('the service on this machine', () => {
  const HOST = {
    pid: process.pid,
    url: 'http://localhost:3000',
    controlUrl: 'http://127.0.0.1:4001',
    dynamodbEndpoint: 'http://127.0.0.1:4002',
    sqsEndpoint: 'http://127.0.0.1:4003',
    s3Endpoint: 'http://127.0.0.1:4004',
    parameters: parametersOf('local'),
  };
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'freight-target-'));
    process.env.FREIGHT_LOCAL_DIR = folder;
  });
  afterEach(async () => {
    delete process.env.FREIGHT_LOCAL_DIR;
    await rm(folder, { recursive: true });
  });
  const target = async (content: string) => {
    await writeFile(join(folder, 'host.json'), content);
    return resolveTarget(undefined);
  };

  it('has no search index if it was started without one', async () => {
    const { published } = await target(JSON.stringify(HOST));

    expect(published.reindexFunctionArn).toThrow('has no index to build');
  });

  it.each([
    ['empty', ''],
    ['half written', '{"pid": 1'],
    ['of another kind', '[]'],
    ['of a process that ended', JSON.stringify({ ...HOST, pid: 2 ** 31 - 1 })],
    ['of a process group', JSON.stringify({ ...HOST, pid: -1 })],
    ['without an address', JSON.stringify({ ...HOST, controlUrl: '' })],
  ])('is not running if its file is %s', async (_case, content) => {
    await expect(target(content)).rejects.toThrow('No local service is running. Start it with npm start');
  });
});

it('a deployment is not there where nothing was deployed, or not all of it', () => {
  const { '/freight/dev/rest-api-id': _missing, ...incomplete } = parametersOf('dev');

  for (const [parameters, message] of [
    [{}, 'Nothing is deployed as environment "dev"'],
    [incomplete, 'Environment "dev" publishes no /freight/dev/rest-api-id: deploy first.'],
  ] as const) {
    const find = () => publishedValues('dev', parameters);
    expect(find).toThrow(CommandFailedError);
    expect(find).toThrow(message);
  }
});
