import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { type LocalHost, startLocalHost } from '../../lib/local/host/host.ts';
import { readServiceModel } from '../../lib/local/template/service-model.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../support/dynamodb-local.ts';
import { freightCommand } from '../support/freight-command.ts';
import { exchange, send, type TestOrganization } from '../support/service-under-test.ts';

let folder: string;
let engine: TestDynamoDb;
let host: LocalHost;
let organization: TestOrganization;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'freight-reload-'));
  engine = await startTestDynamoDb();
  host = await startLocalHost({
    assemblyDir: await synthesizeLocal(),
    dataDir: join(folder, 'data'),
    javaDir: folder,
    ephemeral: true,
    port: 0,
    dynamodbEndpoint: engine.endpoint,
    onLog: () => {},
  });
  organization = await freightCommand(['org', 'create', '--name', 'Reloaded', '--json'], {
    FREIGHT_LOCAL_DIR: join(folder, 'data'),
  });
});
afterAll(async () => {
  await host.stop();
  await engine.stop();
  rmSync(folder, { recursive: true });
});

interface Template {
  readonly Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
}

/** Writes an assembly. Its search function has the variable MARK and a timeout of 700 s. */
async function changedAssembly(): Promise<string> {
  const assembly = join(folder, 'assembly');
  cpSync(await synthesizeLocal(), assembly, { recursive: true });
  for (const name of globSync('*.template.json', { cwd: assembly })) {
    const template = JSON.parse(readFileSync(join(assembly, name), 'utf8')) as Template;
    for (const { Type, Properties } of Object.values(template.Resources)) {
      if (Type !== 'AWS::Lambda::Function') continue;
      const { Variables } = Object(Properties.Environment) as { Variables?: object };
      Properties.Environment = { Variables: { ...Variables, MARK: 'new' } };
      Properties.Timeout = 700;
    }
    writeFileSync(join(assembly, name), JSON.stringify(template));
  }
  for (const { name, module } of readServiceModel(assembly).functions) {
    if (!name.includes('searchterminals')) continue;
    writeFileSync(
      module,
      `export const handler = async (event, context) => ({
        statusCode: 200,
        body: process.env.MARK + ' ' + Math.ceil(context.getRemainingTimeInMillis() / 100_000),
      });`,
    );
  }
  return assembly;
}

const SEARCH = '/api/v1/terminals/search?query=elizabeth';

it('the local host reloads code, variables and time-outs of functions while it runs, and keeps its keys', async () => {
  const { json } = await send(host.url, 'GET', SEARCH, { key: organization.apiKey });
  expect(json).toMatchObject({ status: 'success' });

  host.reload(await changedAssembly());

  // The changed bundle answers a text that the description does not have.
  const { answer } = await exchange(host.url, 'GET', SEARCH, { key: organization.apiKey });
  expect(answer).toMatchObject({ status: 200, text: 'new 7' });
});
