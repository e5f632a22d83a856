import { describe, expect, it } from 'vitest';
import { readAuthorizerAnswer } from '../../../../lib/local/gateway/authorizer-answer.ts';

const ARN = 'arn:aws:execute-api:us-east-1:000000000000:api1/local/GET/things/1';

const statement = (Effect: string, Resource: unknown = ARN, Action: unknown = 'execute-api:Invoke') => ({
  Action,
  Effect,
  Resource,
});

const answer = (Statement: unknown, rest: object = {}) =>
  readAuthorizerAnswer(
    { principalId: 'p', policyDocument: { Version: '2012-10-17', Statement }, ...rest },
    ARN,
  );

describe("the gateway, with an authorizer's response", () => {
  it.each<[string, unknown[], string]>([
    ['allows the method that a statement allows', [statement('Allow')], 'allow'],
    [
      'allows a method that matches wildcards',
      [statement('Allow', 'arn:aws:execute-api:*/GET/*', 'execute-api:*')],
      'allow',
    ],
    ['allows the action in another case', [statement('Allow', ARN, 'Execute-API:invoke')], 'allow'],
    ['allows a method that matches a question mark', [statement('Allow', `${ARN.slice(0, -1)}?`)], 'allow'],
    ['allows the method if it is one of several resources', [statement('Allow', ['x', ARN])], 'allow'],
    [
      'allows the method if Invoke is one of several actions',
      [statement('Allow', ARN, ['x', 'execute-api:Invoke'])],
      'allow',
    ],
    ['denies the method that a statement denies', [statement('Deny')], 'deny'],
    [
      'denies the method if one statement allows it and another denies it',
      [statement('Allow'), statement('Deny', '*')],
      'deny',
    ],
    [
      'denies the method if only another method is allowed',
      [statement('Allow', ARN.replace('GET', 'PUT'))],
      'deny',
    ],
    [
      'denies the method if the allowed resource has another case',
      [statement('Allow', ARN.toUpperCase())],
      'deny',
    ],
    ['denies the method if the allowed resource is longer', [statement('Allow', `${ARN}/more`)], 'deny'],
    [
      'denies the method if the allowed resource differs in dots, which are not wildcards',
      [statement('Allow', ARN.replace('us-east-1', 'us.east.1'))],
      'deny',
    ],
    [
      'denies the method if the allowed resource is only its beginning',
      [statement('Allow', ARN.slice(0, -1))],
      'deny',
    ],
    [
      'denies the method if the allowed resource is only its end',
      [statement('Allow', 'api1/local/GET/things/1')],
      'deny',
    ],
    [
      'denies the method if only another action is allowed',
      [statement('Allow', ARN, 's3:GetObject')],
      'deny',
    ],
    ['denies the method without a statement', [], 'deny'],
  ])('%s', (_, statements, decision) => {
    expect(answer(statements)).toMatchObject({ decision });
  });

  it('returns the strings, numbers and booleans of the context as strings', () => {
    expect(answer([statement('Deny')], { context: { text: 'a', number: 1.5, yes: true } })).toEqual({
      decision: 'deny',
      principalId: 'p',
      context: { text: 'a', number: '1.5', yes: 'true' },
    });
  });

  it('returns the usage key only if the response contains one', () => {
    expect(answer([statement('Allow')], { usageIdentifierKey: 'k' })).toMatchObject({
      usageIdentifierKey: 'k',
    });
    expect(answer([statement('Allow')])).not.toHaveProperty('usageIdentifierKey');
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a string', 'Allow'],
    ['no effect', { Action: 'execute-api:Invoke', Resource: ARN }],
    ['another effect', statement('allow')],
    ['no action', { Effect: 'Allow', Resource: ARN }],
    ['no resource', { Effect: 'Allow', Action: 'execute-api:Invoke' }],
    ['a resource that is not a string', statement('Allow', { arn: ARN })],
    ['NotAction and NotResource', { Effect: 'Allow', NotAction: 'x', NotResource: 'x' }],
    ['a condition', { ...statement('Allow'), Condition: { IpAddress: { 'aws:SourceIp': '203.0.113.24' } } }],
  ])('does not accept an invalid or unsupported statement: %s', (_, odd) => {
    expect(answer([statement('Allow'), odd])).toMatchObject({ decision: 'unreadable' });
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a string', 'Allow'],
    ['no principal', { policyDocument: { Statement: [statement('Allow')] } }],
    ['no policy', { principalId: 'p' }],
    ['a policy without statements', { principalId: 'p', policyDocument: {} }],
    [
      'an object in the context',
      { principalId: 'p', policyDocument: { Statement: [statement('Allow')] }, context: { a: {} } },
    ],
    [
      'a list in the context',
      { principalId: 'p', policyDocument: { Statement: [statement('Allow')] }, context: { a: ['x'] } },
    ],
    [
      'null in the context',
      { principalId: 'p', policyDocument: { Statement: [statement('Allow')] }, context: { a: null } },
    ],
    [
      'a string as context',
      { principalId: 'p', policyDocument: { Statement: [statement('Allow')] }, context: 'abc' },
    ],
  ])('does not accept a response with %s', (_, payload) => {
    expect(readAuthorizerAnswer(payload, ARN)).toMatchObject({ decision: 'unreadable' });
  });

  it('accepts a response without a context', () => {
    expect(answer([statement('Allow')], { context: null })).toMatchObject({ decision: 'allow', context: {} });
  });
});
