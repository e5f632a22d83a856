import { describe, expect, it } from 'vitest';
import { LocalSetupError } from '../../../../lib/local/local-setup-error.ts';
import { type ApiResource, apiModel } from '../../../../lib/local/template/api-model.ts';

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

describe('a method of the API', () => {
  it('has the authorizer that it names', () => {
    expect(routeOf({ AuthorizationType: 'CUSTOM', AuthorizerId: 'authorizer1' })).toMatchObject({
      authorizerArn: 'arn:aws:lambda:us-east-1:0:function:auth',
      functionArn: 'arn:aws:lambda:us-east-1:0:function:read',
    });
  });

  it.each([{}, { AuthorizationType: 'NONE' }])('is open if the template declares it open: %j', (method) => {
    expect(routeOf(method)).not.toHaveProperty('authorizerArn');
    expect(routeOf(method)).toMatchObject({ resourcePath: '/', apiKeyRequired: false });
  });

  it.each([
    { AuthorizationType: 'AWS_IAM' },
    { AuthorizationType: 'COGNITO_USER_POOLS', AuthorizerId: 'pool1' },
    { AuthorizationType: 'CUSTOM' },
    { AuthorizationType: 'CUSTOM', AuthorizerId: 'unknown-authorizer' },
    { Integration: { Type: 'MOCK' } },
    { Integration: { Type: 'AWS_PROXY', Uri: 'arn:aws:apigateway:us-east-1:sqs:path/queue' } },
    { Integration: undefined },
  ])('is rejected if its authorization or integration is unsupported: %j', (method) => {
    expect(() => routeOf(method)).toThrow(LocalSetupError);
  });
});

describe('the API of a template', () => {
  it.each([
    ['no API', []],
    ['no stage', [resource('RestApi', 'api1', { ApiKeySourceType: 'AUTHORIZER' })]],
  ])('is required with a stage: %s', (_, resources) => {
    expect(() => apiModel(resources)).toThrow(LocalSetupError);
  });

  it('has no limits if its usage plan sets none', () => {
    const { usagePlans, accessLogFormat } = apiModel([
      resource('RestApi', 'api1', { ApiKeySourceType: 'AUTHORIZER' }),
      resource('Stage', 'stage1', { StageName: 'local' }),
      resource('UsagePlan', 'plan1', {}),
    ]);
    const limit = Number.POSITIVE_INFINITY;

    expect(usagePlans).toEqual([{ id: 'plan1', name: 'plan1', rateLimit: limit, burstLimit: limit }]);
    expect(accessLogFormat).toBeUndefined();
  });
});
