import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LocalSetupError } from '../../../../lib/local/local-setup-error.ts';
import { readServiceModel } from '../../../../lib/local/template/read-service-model.ts';
import type { ServiceModel } from '../../../../lib/local/template/service-model.ts';
import { API_STACK, DATA_STACK, table, withResources, writeAssembly } from './assembly-fixture.ts';

const removals: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const remove of removals.splice(0)) await remove();
});

async function assembly(...stacks: Parameters<typeof writeAssembly>): Promise<string> {
  const { folder, remove } = await writeAssembly(...stacks);
  removals.push(remove);
  return folder;
}

async function modelOf(...stacks: Parameters<typeof writeAssembly>): Promise<ServiceModel> {
  return readServiceModel(await assembly(...stacks));
}

describe('the model of a service', () => {
  it('has each function with its bundle, its settings and its resolved environment variables', async () => {
    const folder = await assembly();
    const { functions, tables } = readServiceModel(folder);
    const read = functions.find(({ environment }) => 'THINGS_TABLE' in environment);

    expect(functions).toHaveLength(2);
    expect(read).toMatchObject({
      bundleDir: join(folder, 'asset.read-asset'),
      memoryMb: 256,
      timeoutSeconds: 7,
      environment: { THINGS_TABLE: tables[0]?.TableName, SHARED: `x-${tables[0]?.TableName}` },
    });
  });

  it('has the API with its routes, stage, gateway responses and usage plans', async () => {
    const { api, functions } = await modelOf();
    const arnOf = (part: string) => functions.find(({ name }) => name.includes(part))?.arn;

    expect(api.routes).toEqual([
      {
        method: 'GET',
        resourcePath: '/things/{thing_id}',
        resourceId: expect.any(String),
        apiKeyRequired: true,
        authorizerArn: arnOf('AuthFunction'),
        functionArn: arnOf('ReadFunction'),
      },
    ]);
    expect(api.stageName).toBe('local');
    expect(api.accessLogFormat).toBe('$context.requestId');
    expect(api.responses.ACCESS_DENIED).toEqual({
      statusCode: '401',
      templates: { 'application/json': '$context.authorizer.rejection' },
      parameters: { 'gatewayresponse.header.X-Request-Id': 'context.requestId' },
    });
    expect(api.usagePlans).toEqual([expect.objectContaining({ rateLimit: 16.67, burstLimit: 500 })]);
  });

  it('has the parameters that the stacks publish', async () => {
    const { parameters, api, tables } = await modelOf();

    expect(Object.fromEntries(parameters)).toEqual({
      '/app/local/tables/things': tables[0]?.TableName,
      '/app/local/stage-name': 'local',
      '/app/local/plan-id': api.usagePlans[0]?.id,
      '/app/local/api-id': api.id,
    });
  });

  it('has the same names at every start, and a different name for each table', async () => {
    const [first, second] = [await modelOf(), await modelOf()];
    const twice = await modelOf(withResources(API_STACK, { Things2: table }));

    expect(second.tables).toEqual(first.tables);
    expect(second.parameters).toEqual(first.parameters);
    expect(new Set(twice.tables.map(({ TableName }) => TableName)).size).toBe(2);
  });

  it('keeps keys, indexes and streams of a table', async () => {
    const indexed = {
      ...table,
      Properties: {
        ...(table.Properties as object),
        GlobalSecondaryIndexes: [
          {
            IndexName: 'by-owner',
            KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      },
    };
    const { tables } = await modelOf(undefined, withResources(DATA_STACK, { Things: indexed }));

    expect(tables).toEqual([
      expect.objectContaining({
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        GlobalSecondaryIndexes: [expect.objectContaining({ IndexName: 'by-owner' })],
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      }),
    ]);
  });

  it('lists unsupported resources, but no rights, logs or alarms', async () => {
    const { unsupported } = await modelOf(
      withResources(API_STACK, {
        Machine: { Type: 'AWS::StepFunctions::StateMachine' },
        Topic: { Type: 'AWS::SNS::Topic' },
        Budget: { Type: 'AWS::Budgets::Budget' },
        Dashboard: { Type: 'AWS::CloudWatch::Dashboard' },
        Alarm: { Type: 'AWS::CloudWatch::Alarm' },
        Logs: { Type: 'AWS::Logs::LogGroup' },
      }),
    );

    expect(unsupported).toEqual([expect.stringContaining('AWS::StepFunctions::StateMachine')]);
  });

  it('has a search domain if the template has one, and lists neither its network nor its index as unsupported', async () => {
    const domain = {
      Type: 'AWS::OpenSearchService::Domain',
      Properties: { EngineVersion: 'OpenSearch_2.19' },
    };
    const unread = { 'Fn::Select': [0, { 'Fn::GetAZs': '' }] };
    const model = await modelOf(
      withResources(API_STACK, {
        Domain: domain,
        Vpc: { Type: 'AWS::EC2::VPC' },
        Subnet: { Type: 'AWS::EC2::Subnet', Properties: { AvailabilityZone: unread } },
        Group: { Type: 'AWS::EC2::SecurityGroup' },
        SearchIndex: { Type: 'Custom::TerminalIndex' },
        Endpoint: {
          Type: 'AWS::SSM::Parameter',
          Properties: {
            Name: '/app/local/search',
            Value: { 'Fn::Join': ['', ['http://', { 'Fn::GetAtt': ['Domain', 'DomainEndpoint'] }]] },
          },
        },
      }),
    );

    expect(model).toMatchObject({ searchDomain: true, unsupported: [] });
    expect(URL.canParse(model.parameters.get('/app/local/search') ?? '')).toBe(true);
    expect((await modelOf()).searchDomain).toBe(false);
  });

  it('has the number of asynchronous retries that the template sets, or 2', async () => {
    const config = {
      Type: 'AWS::Lambda::EventInvokeConfig',
      Properties: { FunctionName: { Ref: 'ReadFunction' }, MaximumRetryAttempts: 0 },
    };
    const { functions } = await modelOf(withResources(API_STACK, { Config: config }));
    const retriesOf = (part: string) =>
      functions.find(({ name }) => name.includes(part))?.asynchronousRetries;

    expect([retriesOf('ReadFunction'), retriesOf('AuthFunction')]).toEqual([0, 2]);
  });

  it('has the defaults of Lambda for functions without settings', async () => {
    const bare = {
      Type: 'AWS::Lambda::Function',
      Properties: { Code: { S3Key: 'read-asset.zip' }, Handler: 'index.handler' },
    };
    const { functions } = await modelOf(withResources(API_STACK, { Bare: bare }));

    expect(functions.find(({ name }) => name.endsWith('Bare'))).toMatchObject({
      memoryMb: 128,
      timeoutSeconds: 3,
      environment: {},
    });
  });

  it.each([
    ['an authorizer of type TOKEN', { Type: 'TOKEN' }],
    ['an authorizer with cached results', { AuthorizerResultTtlInSeconds: 300 }],
    ['an authorizer with an identity source', { IdentitySource: 'method.request.header.Authorization' }],
  ])('rejects %s', async (_, change) => {
    const { Authorizer } = API_STACK.Resources as Record<string, { Properties: object }>;
    const changed = { ...Authorizer, Properties: { ...Authorizer?.Properties, ...change } };

    await expect(modelOf(withResources(API_STACK, { Authorizer: changed }))).rejects.toThrow(LocalSetupError);
  });

  it('rejects an API whose API key source is a header', async () => {
    const Api = { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Api' } };

    await expect(modelOf(withResources(API_STACK, { Api }))).rejects.toThrow(/key/);
  });

  it('has no status for a gateway response if the template sets none', async () => {
    const Denied = {
      Type: 'AWS::ApiGateway::GatewayResponse',
      Properties: { ResponseType: 'ACCESS_DENIED', RestApiId: { Ref: 'Api' } },
    };
    const { api } = await modelOf(withResources(API_STACK, { Denied }));

    expect(api.responses.ACCESS_DENIED?.statusCode).toBeUndefined();
  });
});
