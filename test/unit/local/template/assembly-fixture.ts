// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are CloudFormation variables.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Json = Readonly<Record<string, unknown>>;

const ref = (Ref: string) => ({ Ref });
const arn = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

/** The URI with which a method or an authorizer names its function. */
const invocationUri = (id: string) => ({
  'Fn::Join': [
    '',
    [
      'arn:',
      ref('AWS::Partition'),
      ':apigateway:',
      ref('AWS::Region'),
      ':lambda:path/2015-03-31/functions/',
      arn(id),
      '/invocations',
    ],
  ],
});

export const lambda = (asset: string, variables: Json = {}): Json => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    Code: { S3Bucket: { 'Fn::Sub': 'assets-${AWS::AccountId}' }, S3Key: `${asset}.zip` },
    Handler: 'index.handler',
    Environment: { Variables: variables },
    MemorySize: 256,
    Timeout: 7,
  },
});

export const table: Json = {
  Type: 'AWS::DynamoDB::GlobalTable',
  Properties: {
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    Replicas: [{ Region: ref('AWS::Region') }],
  },
};

export const ssmParameter = (Name: string, Value: unknown): Json => ({
  Type: 'AWS::SSM::Parameter',
  Properties: { Name, Type: 'String', Value },
});

const resource = (ParentId: unknown, PathPart: string): Json => ({
  Type: 'AWS::ApiGateway::Resource',
  Properties: { ParentId, PathPart, RestApiId: ref('Api') },
});

/** Two stacks as the CDK writes them: tables that publish their names, and an API that reads them. */
export const DATA_STACK: Json = {
  Resources: {
    Things: table,
    ThingsName: ssmParameter('/app/local/tables/things', ref('Things')),
  },
  Outputs: { Shared: { Value: { 'Fn::Sub': 'x-${Things}' }, Export: { Name: 'shared-name' } } },
};

export const API_STACK: Json = {
  Parameters: {
    ThingsParameter: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/app/local/tables/things' },
  },
  Resources: {
    Role: { Type: 'AWS::IAM::Role', Properties: { Unknown: { 'Fn::Transform': {} } } },
    Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { ApiKeySourceType: 'AUTHORIZER', Name: 'Api' } },
    ReadFunction: lambda('read-asset', {
      THINGS_TABLE: ref('ThingsParameter'),
      SHARED: { 'Fn::ImportValue': 'shared-name' },
    }),
    AuthFunction: lambda('auth-asset'),
    Authorizer: {
      Type: 'AWS::ApiGateway::Authorizer',
      Properties: {
        AuthorizerResultTtlInSeconds: 0,
        AuthorizerUri: invocationUri('AuthFunction'),
        RestApiId: ref('Api'),
        Type: 'REQUEST',
      },
    },
    Things: resource({ 'Fn::GetAtt': ['Api', 'RootResourceId'] }, 'things'),
    Thing: resource(ref('Things'), '{thing_id}'),
    GetThing: {
      Type: 'AWS::ApiGateway::Method',
      Properties: {
        ApiKeyRequired: true,
        AuthorizationType: 'CUSTOM',
        AuthorizerId: ref('Authorizer'),
        HttpMethod: 'GET',
        Integration: { IntegrationHttpMethod: 'POST', Type: 'AWS_PROXY', Uri: invocationUri('ReadFunction') },
        ResourceId: ref('Thing'),
        RestApiId: ref('Api'),
      },
    },
    Denied: {
      Type: 'AWS::ApiGateway::GatewayResponse',
      Properties: {
        ResponseParameters: { 'gatewayresponse.header.X-Request-Id': 'context.requestId' },
        ResponseTemplates: { 'application/json': '$context.authorizer.rejection' },
        ResponseType: 'ACCESS_DENIED',
        RestApiId: ref('Api'),
        StatusCode: '401',
      },
    },
    Deployment: { Type: 'AWS::ApiGateway::Deployment', Properties: { RestApiId: ref('Api') } },
    Stage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: {
        AccessLogSetting: { Format: '$context.requestId' },
        DeploymentId: ref('Deployment'),
        RestApiId: ref('Api'),
        StageName: 'local',
      },
    },
    Plan: {
      Type: 'AWS::ApiGateway::UsagePlan',
      Properties: {
        ApiStages: [{ ApiId: ref('Api'), Stage: ref('Stage'), Throttle: {} }],
        Throttle: { BurstLimit: 500, RateLimit: 16.67 },
      },
    },
    StageName: ssmParameter('/app/local/stage-name', ref('Stage')),
    PlanId: ssmParameter('/app/local/plan-id', ref('Plan')),
    ApiId: ssmParameter('/app/local/api-id', ref('Api')),
  },
};

/** Adds resources to a stack. */
export const withResources = (stack: Json, resources: Json): Json => ({
  ...stack,
  Resources: { ...(stack.Resources as Json), ...resources },
});

/** Writes a cloud assembly as `cdk synth` does, with the dependent stack first; returns its folder. */
export async function writeAssembly(
  api: Json = API_STACK,
  data: Json = DATA_STACK,
): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'freight-assembly-'));
  const write = (file: string, content: unknown) => writeFile(join(folder, file), JSON.stringify(content));
  const stack = (name: string, dependencies: readonly string[]) => ({
    type: 'aws:cloudformation:stack',
    properties: { templateFile: `${name}.template.json` },
    dependencies: [...dependencies, `${name}.assets`],
  });
  const assets = (name: string) => ({
    type: 'cdk:asset-manifest',
    properties: { file: `${name}.assets.json` },
  });
  await write('manifest.json', {
    artifacts: {
      'app-api': stack('app-api', ['app-data']),
      'app-api.assets': assets('app-api'),
      'app-data': stack('app-data', []),
      'app-data.assets': assets('app-data'),
    },
  });
  const files = Object.fromEntries(
    ['read-asset', 'auth-asset'].map((hash) => [
      hash,
      {
        source: { path: `asset.${hash}`, packaging: 'zip' },
        destinations: { here: { bucketName: 'assets', objectKey: `${hash}.zip` } },
      },
    ]),
  );
  await write('app-api.template.json', api);
  await write('app-api.assets.json', { files });
  await write('app-data.template.json', data);
  await write('app-data.assets.json', { files: {} });
  for (const hash of Object.keys(files)) await mkdir(join(folder, `asset.${hash}`));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
