// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are CloudFormation variables.
import { describe, expect, it } from '@jest/globals';
import { LocalSetupError } from '../../../lib/local/local-setup-error.ts';
import { type ApiResource, apiModel } from '../../../lib/local/template/api-model.ts';
import { eventSourceModels } from '../../../lib/local/template/event-source-model.ts';
import { intrinsicsOf } from '../../../lib/local/template/intrinsics.ts';

function resolver(parameters: Record<string, string> = {}) {
  return intrinsicsOf(
    'app',
    {
      Parameters: {
        Size: { Type: 'String', Default: 'small' },
        Open: { Type: 'String' },
        Looked: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/a/b' },
      },
      Resources: {
        Function: { Type: 'AWS::Lambda::Function' },
        Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { StageName: 'local' } },
        Named: { Type: 'AWS::SSM::Parameter', Properties: { Name: { 'Fn::Sub': '/${Size}/name' } } },
        Table: { Type: 'AWS::DynamoDB::GlobalTable' },
        Queue: { Type: 'AWS::SQS::Queue' },
        Logs: { Type: 'AWS::Logs::LogGroup' },
        Api: { Type: 'AWS::ApiGateway::RestApi' },
      },
    },
    { parameters: new Map(Object.entries(parameters)), exports: new Map([['exported', 'value']]) },
  );
}

describe('intrinsic functions', () => {
  it.each<[unknown, unknown]>([
    [{ Ref: 'Size' }, 'small'],
    [{ Ref: 'Stage' }, 'local'],
    [{ Ref: 'AWS::Region' }, 'us-east-1'],
    [{ Ref: 'Named' }, '/small/name'],
    [{ Ref: 'Table' }, 'app-Table'],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:aws:dynamodb:us-east-1:000000000000:table/app-Table'],
    [{ 'Fn::GetAtt': ['Queue', 'Arn'] }, 'arn:aws:sqs:us-east-1:000000000000:app-Queue'],
    [{ 'Fn::GetAtt': ['Logs', 'Arn'] }, 'arn:aws:logs:us-east-1:000000000000:log-group:app-Logs:*'],
    [
      { Ref: 'Size', Other: 1 },
      { Ref: 'Size', Other: 1 },
    ],
    [{ 'Fn::Join': ['-', ['a', { Ref: 'Size' }, 1]] }, 'a-small-1'],
    [{ 'Fn::Select': ['1', { 'Fn::Split': ['|', 'a|b'] }] }, 'b'],
    [{ 'Fn::Sub': '${Size} in ${AWS::Region}' }, 'small in us-east-1'],
    [{ 'Fn::Sub': ['${Size} ${Own}', { Own: { Ref: 'Stage' } }] }, 'small local'],
    [{ 'Fn::Sub': '${Function.Arn}' }, 'arn:aws:lambda:us-east-1:000000000000:function:app-Function'],
    [{ 'Fn::Sub': '${!Size} is ${Size}' }, '${Size} is small'],
    [{ 'Fn::ImportValue': { 'Fn::Join': ['', ['expo', 'rted']] } }, 'value'],
    [
      { kept: 1, left: { Ref: 'AWS::NoValue' }, list: [1, { Ref: 'AWS::NoValue' }] },
      { kept: 1, list: [1] },
    ],
  ])('resolve %j to %j', (value, expected) => {
    expect(resolver()(value)).toEqual(expected);
  });

  it('resolve a parameter that another stack published, and cause an error if none did', () => {
    expect(resolver({ '/a/b': 'found' })({ Ref: 'Looked' })).toBe('found');
    expect(() => resolver()({ Ref: 'Looked' })).toThrow('/a/b');
  });

  it.each([
    { Ref: 'Nothing' },
    { Ref: 'Open' },
    { 'Fn::GetAtt': ['Nothing', 'Arn'] },
    { 'Fn::Sub': '${Nothing}' },
    { 'Fn::Sub': '${Nothing.Arn}' },
    { 'Fn::ImportValue': 'nothing' },
    { 'Fn::Select': [2, ['a', 'b']] },
    { 'Fn::Transform': { Name: 'x' } },
    { deep: [{ 'Fn::FindInMap': ['a', 'b', 'c'] }] },
  ])('cause an error of one line with the stack name if they cannot be resolved: %j', (value) => {
    expect(() => resolver()(value)).toThrow(LocalSetupError);
    expect(() => resolver()(value)).toThrow(/^app: the local host does not know .+\.$/);
  });
});

describe('a method of the API', () => {
  const invocation = (name: string) =>
    `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:0:function:${name}/invocations`;

  const resource = (type: string, id: string, properties: ApiResource['properties']): ApiResource => ({
    type: `AWS::ApiGateway::${type}`,
    id,
    properties,
  });

  /** The only route of an API whose one method has these properties. */
  function routeOf(method: ApiResource['properties']) {
    const [route] = apiModel([
      resource('RestApi', 'api1', { ApiKeySourceType: 'AUTHORIZER' }),
      resource('Stage', 'stage1', { StageName: 'local' }),
      resource('Authorizer', 'authorizer1', {
        Type: 'REQUEST',
        AuthorizerResultTtlInSeconds: 0,
        AuthorizerUri: invocation('auth'),
      }),
      resource('Method', 'method1', {
        HttpMethod: 'GET',
        ResourceId: 'api1-RootResourceId',
        Integration: { Type: 'AWS_PROXY', Uri: invocation('read') },
        ...method,
      }),
    ]).routes;
    return route;
  }

  it('has the authorizer that it names, and is open only if the template declares it open', () => {
    expect(routeOf({ AuthorizationType: 'CUSTOM', AuthorizerId: 'authorizer1' })).toMatchObject({
      authorizerArn: 'arn:aws:lambda:us-east-1:0:function:auth',
      functionArn: 'arn:aws:lambda:us-east-1:0:function:read',
    });
    expect(routeOf({ AuthorizationType: 'NONE' })).not.toHaveProperty('authorizerArn');
  });

  it.each([
    { AuthorizationType: 'AWS_IAM' },
    { AuthorizationType: 'CUSTOM' },
    { AuthorizationType: 'CUSTOM', AuthorizerId: 'unknown-authorizer' },
    { Integration: { Type: 'MOCK' } },
  ])('is rejected if its authorization or integration is unsupported: %j', (method) => {
    expect(() => routeOf(method)).toThrow(LocalSetupError);
  });
});

describe('the event source mappings of a template', () => {
  const QUEUE_ARN = 'arn:aws:sqs:us-east-1:000000000000:events';
  const STREAM_ARN = 'arn:aws:dynamodb:us-east-1:000000000000:table/quotes/stream/local';
  const FUNCTION_ARN = 'arn:aws:lambda:us-east-1:000000000000:function:work';

  const ofQueue = { EventSourceArn: QUEUE_ARN, FunctionName: 'work' };
  const ofStream = {
    EventSourceArn: STREAM_ARN,
    FunctionName: FUNCTION_ARN,
    StartingPosition: 'TRIM_HORIZON',
  };

  it('have the default limits of Lambda if the template sets none', () => {
    expect(eventSourceModels([ofQueue, ofStream])).toEqual({
      queueSources: [
        { functionArn: FUNCTION_ARN, queueArn: QUEUE_ARN, batchSize: 10, reportsFailures: false },
      ],
      streamSources: [
        {
          functionArn: FUNCTION_ARN,
          tableName: 'quotes',
          streamArn: STREAM_ARN,
          batchSize: 100,
          filters: [],
          retries: Number.POSITIVE_INFINITY,
          bisects: false,
          reportsFailures: false,
        },
      ],
    });
  });

  it.each([
    [
      'a source of another kind',
      { ...ofQueue, EventSourceArn: 'arn:aws:kinesis:us-east-1:000000000000:stream/s' },
    ],
    ['a stream with the starting position LATEST', { ...ofStream, StartingPosition: 'LATEST' }],
    ['a filter for a queue', { ...ofQueue, FilterCriteria: { Filters: [{ Pattern: '{}' }] } }],
  ])('are rejected with an error of one line for %s', (_, mapping) => {
    expect(() => eventSourceModels([mapping])).toThrow(LocalSetupError);
    expect(() => eventSourceModels([mapping])).toThrow(/^The local host .+\.$/);
  });
});
