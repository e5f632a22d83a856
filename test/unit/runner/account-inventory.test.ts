import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountInventory, broughtSince } from '../../runner/account-inventory.ts';

/** By the service that a request is signed for. */
const answers: Record<string, string> = {};
const XML = new Set(['cloudformation', 'iam', 's3', 'sns']);
const server = createServer((request, response) => {
  const [, service = ''] = /\/us-east-1\/(\w+)\/aws4_request/.exec(request.headers.authorization ?? '') ?? [];
  // The query protocol and S3 answer in XML.
  const answer = answers[service] ?? (XML.has(service) ? '<R><Result/></R>' : '{}');
  if (answer === 'broken') response.writeHead(500).end('{}');
  else response.end(answer);
});
let environment: Record<string, string> = {};
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  environment = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

describe('what is in an account', () => {
  it('is listed by kind, whatever protocol a service speaks', async () => {
    answers.dynamodb = JSON.stringify({ TableNames: ['freight-emulator-data-quotes'] });
    answers.lambda = JSON.stringify({ Functions: [{ FunctionName: 'one' }, { FunctionName: 'two' }] });
    answers.iam =
      '<R><ListRolesResult><Roles><member><RoleName>deployer</RoleName></member></Roles></ListRolesResult></R>';

    const found = await accountInventory(environment);

    expect(found).toMatchObject({
      tables: ['freight-emulator-data-quotes'],
      functions: ['one', 'two'],
      roles: ['deployer'],
      queues: [],
    });
    expect(broughtSince({ ...found, functions: ['one'], roles: ['deployer'], tables: [] }, found)).toEqual({
      functions: ['two'],
      tables: ['freight-emulator-data-quotes'],
    });
    expect(broughtSince(found, found)).toEqual({});
  });

  it('is not taken for empty where it cannot be listed', async () => {
    answers.sqs = 'broken';
    await expect(accountInventory(environment)).rejects.toThrow('queues cannot be listed: status 500');
    delete answers.sqs;
  });
});
