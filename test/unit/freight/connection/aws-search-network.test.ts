import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAwsSearchNetwork } from '../../../../bin/freight/connection/aws-search-network.ts';

const IN_NETWORK = { VpcConfig: { VpcId: 'vpc-1', SubnetIds: ['subnet-1'] } };
const SEARCH = { FunctionName: 'made-up-search', Description: 'prod: search-terminals, abc123' };
const FUNCTIONS = [
  { ...SEARCH, Version: '$LATEST', VpcConfig: { VpcId: '', SubnetIds: [] } },
  { ...SEARCH, Version: '3', ...IN_NETWORK },
  { ...SEARCH, Version: '4', ...IN_NETWORK },
];
const MORE = [
  { ...SEARCH, Version: '5', ...IN_NETWORK },
  { FunctionName: 'of-staging', Description: 'staging: search-terminals', Version: '1', ...IN_NETWORK },
  { FunctionName: 'of-others', Version: '7', ...IN_NETWORK },
];
const ALIASES = [
  { Name: 'live', FunctionVersion: '6', RoutingConfig: { AdditionalVersionWeights: { '5': 0.1 } } },
];

const asked: string[] = [];
let subnets: string | undefined;
/** Stands for Lambda, Systems Manager and EC2. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '', 'http://aws');
    const answer = (value: object, status = 200) => response.writeHead(status).end(JSON.stringify(value));
    asked.push(
      `${request.method} ${url.pathname}${url.search}${body.startsWith('Action') ? ` ${body}` : ''}`,
    );
    if (request.headers['x-amz-target'] !== undefined) {
      if (subnets === undefined) return answer({ __type: 'ParameterNotFound' }, 400);
      return answer({ Parameter: { Value: subnets } });
    }
    if (body.startsWith('Action')) {
      const item =
        '<item><networkInterfaceId>eni-1</networkInterfaceId><interfaceType>lambda</interfaceType></item>';
      return response.end(
        `<DescribeNetworkInterfacesResponse><networkInterfaceSet>${item}</networkInterfaceSet></DescribeNetworkInterfacesResponse>`,
      );
    }
    if (url.pathname.endsWith('/aliases')) return answer({ Aliases: ALIASES });
    if (request.method === 'DELETE') return response.writeHead(204).end();
    return answer(
      url.searchParams.has('Marker') ? { Functions: MORE } : { Functions: FUNCTIONS, NextMarker: 'next' },
    );
  });
});

const network = () =>
  createAwsSearchNetwork('prod', {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
beforeEach(() => {
  asked.length = 0;
  subnets = 'subnet-1,subnet-2';
});

describe('the network of a search domain', () => {
  it('has the versions of this environment in a network, with the aliases that use them', async () => {
    const found = await network().versions();
    const search = { function: 'search-terminals', functionName: 'made-up-search' };
    expect(found).toEqual([
      { ...search, version: '3', aliases: [] },
      { ...search, version: '4', aliases: [] },
      // A tenth of the traffic during a release.
      { ...search, version: '5', aliases: ['live'] },
    ]);
    expect(asked[0]).toContain('FunctionVersion=ALL');
  });

  it('deletes one version, never the function', async () => {
    const version = {
      function: 'search-terminals',
      functionName: 'made-up-search',
      version: '3',
      aliases: [],
    };
    await network().deleteVersion(version);
    expect(asked).toEqual([expect.stringMatching(/^DELETE .*\/functions\/made-up-search\?.*Qualifier=3/)]);
  });

  it('lists the interfaces in its subnets', async () => {
    expect(await network().interfaces()).toEqual([{ id: 'eni-1', type: 'lambda', description: '' }]);
    expect(asked.at(-1)).toMatch(
      /Filter\.1\.Name=subnet-id&Filter\.1\.Value\.1=subnet-1&Filter\.1\.Value\.2=subnet-2/,
    );
  });

  it('has no interfaces after the stack was deleted', async () => {
    subnets = undefined;
    expect(await network().interfaces()).toEqual([]);
  });
});
