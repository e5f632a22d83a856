import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenSearchClient } from '@aws-sdk/client-opensearch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeSearchDomain, domainNameOf } from '../../../../bin/freight/connection/search-domain.ts';

type Answer = readonly [status: number, body: object, errorType?: string];

const STATUS = {
  DomainId: '123456789012/terminals',
  DomainName: 'terminals',
  ARN: 'arn:aws:es:us-east-1:123456789012:domain/terminals',
  Created: true,
  Deleted: false,
  Processing: false,
  UpgradeProcessing: false,
  EngineVersion: 'OpenSearch_2.19',
  ClusterConfig: { InstanceType: 'm6g.large.search', InstanceCount: 3 },
  EBSOptions: { EBSEnabled: true, VolumeSize: 10 },
  ServiceSoftwareOptions: {
    CurrentVersion: 'R20260901',
    NewVersion: '',
    UpdateAvailable: false,
    UpdateStatus: 'COMPLETED',
    AutomatedUpdateDate: 0,
  },
  DomainProcessingStatus: 'Active',
};
const HEALTH = { DomainState: 'Active', ClusterHealth: 'Green' };
const DENIED: Answer = [403, { Message: 'not allowed' }, 'AccessDeniedException'];

const asked: string[] = [];
let answers: Record<'domain' | 'health', Answer>;
const server = createServer((request, response) => {
  const [, scope = ''] = /\/(es)\/aws4_request/.exec(request.headers.authorization ?? '') ?? [];
  asked.push(`${scope} ${request.method} ${request.url}`);
  const [status, body, errorType] = answers[request.url?.endsWith('/health') ? 'health' : 'domain'];
  response
    .writeHead(status, {
      'content-type': 'application/json',
      ...(errorType === undefined ? {} : { 'x-amzn-errortype': errorType }),
    })
    .end(JSON.stringify(body));
});

let client: OpenSearchClient;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new OpenSearchClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    maxAttempts: 1,
  });
});
afterAll(async () => {
  client.destroy();
  await new Promise((resolve) => server.close(resolve).closeAllConnections());
});
beforeEach(() => {
  asked.length = 0;
  answers = { domain: [200, { DomainStatus: STATUS }], health: [200, HEALTH] };
});

describe('a search domain, as AWS describes it', () => {
  it('has its name from its ARN', () => {
    expect(domainNameOf(STATUS.ARN)).toBe('terminals');
  });

  it('has health, version, size and software', async () => {
    expect(await describeSearchDomain(client, 'terminals')).toEqual({
      name: 'terminals',
      health: 'green',
      engineVersion: 'OpenSearch_2.19',
      inProgress: [],
      dataNodes: 3,
      volumeGb: 10,
      software: { current: 'R20260901' },
      unknown: [],
    });
    expect(asked.sort()).toEqual([
      'es GET /2021-01-01/opensearch/domain/terminals',
      'es GET /2021-01-01/opensearch/domain/terminals/health',
    ]);
  });

  it('has a pending update, with its day where AWS has set one', async () => {
    const pending = { ...STATUS.ServiceSoftwareOptions, NewVersion: 'R20261101', UpdateAvailable: true };
    const withUpdate = async (software: object) => {
      answers.domain = [200, { DomainStatus: { ...STATUS, ServiceSoftwareOptions: software } }];
      return (await describeSearchDomain(client, 'terminals')).software?.update;
    };
    expect(await withUpdate({ ...pending, UpdateStatus: 'ELIGIBLE' })).toEqual({
      version: 'R20261101',
      status: 'ELIGIBLE',
    });
    expect(
      await withUpdate({ ...pending, UpdateStatus: 'PENDING_UPDATE', AutomatedUpdateDate: 1_796_097_600 }),
    ).toEqual({
      version: 'R20261101',
      status: 'PENDING_UPDATE',
      automaticallyOn: '2026-12-01T04:00:00.000Z',
    });
  });

  it.each([
    [{ DomainProcessingStatus: 'Modifying', Processing: true }, ['Modifying']],
    [
      { DomainProcessingStatus: undefined, UpgradeProcessing: true, Processing: true },
      ['UpgradingEngineVersion'],
    ],
    [{ DomainProcessingStatus: undefined, Processing: true }, ['Modifying']],
    [{ DomainProcessingStatus: undefined, Deleted: true, Processing: true }, ['Deleting']],
    [{ DomainProcessingStatus: undefined, Created: false, Processing: true }, ['Creating']],
  ])('has what is in progress: %j', async (changes, inProgress) => {
    answers.domain = [200, { DomainStatus: { ...STATUS, ...changes } }];
    expect(await describeSearchDomain(client, 'terminals')).toMatchObject({ inProgress });
  });

  it('names what is not permitted, and has the rest', async () => {
    answers.health = DENIED;
    expect(await describeSearchDomain(client, 'terminals')).toMatchObject({
      engineVersion: 'OpenSearch_2.19',
      unknown: ['DescribeDomainHealth: AccessDeniedException'],
    });
    answers.domain = DENIED;
    expect(await describeSearchDomain(client, 'terminals')).toEqual({
      name: 'terminals',
      inProgress: [],
      unknown: expect.arrayContaining([
        'DescribeDomain: AccessDeniedException',
        'DescribeDomainHealth: AccessDeniedException',
      ]),
    });
  });

  it('fails for credentials that have expired', async () => {
    answers.domain = [403, { Message: 'expired' }, 'ExpiredTokenException'];
    await expect(describeSearchDomain(client, 'terminals')).rejects.toMatchObject({
      name: 'ExpiredTokenException',
    });
  });
});
