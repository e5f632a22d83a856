import { describe, expect, it } from '@jest/globals';
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

describe("an authorizer's policy", () => {
  it.each<[string, unknown[], string]>([
    ['an allow of the method', [statement('Allow')], 'allow'],
    ['an allow by wildcards', [statement('Allow', 'arn:aws:execute-api:*/GET/*', 'execute-api:*')], 'allow'],
    ['an allow of the action in another case', [statement('Allow', ARN, 'Execute-API:invoke')], 'allow'],
    ['an allow by a question mark', [statement('Allow', `${ARN.slice(0, -1)}?`)], 'allow'],
    ['one of several resources', [statement('Allow', ['x', ARN])], 'allow'],
    ['one of several actions', [statement('Allow', ARN, ['x', 'execute-api:Invoke'])], 'allow'],
    ['a deny', [statement('Deny')], 'deny'],
    ['a deny next to an allow', [statement('Allow'), statement('Deny', '*')], 'deny'],
    ['an allow of another method', [statement('Allow', ARN.replace('GET', 'PUT'))], 'deny'],
    ['an allow of the resource in another case', [statement('Allow', ARN.toUpperCase())], 'deny'],
    ['an allow of more than the method', [statement('Allow', `${ARN}/more`)], 'deny'],
    [
      'an allow whose dots are no wildcards',
      [statement('Allow', ARN.replace('us-east-1', 'us.east.1'))],
      'deny',
    ],
    ['an allow of the beginning only', [statement('Allow', ARN.slice(0, -1))], 'deny'],
    ['an allow of the end only', [statement('Allow', 'api1/local/GET/things/1')], 'deny'],
    ['an allow of another action', [statement('Allow', ARN, 's3:GetObject')], 'deny'],
    ['nothing', [], 'deny'],
  ])('%s', (_, statements, decision) => {
    expect(answer(statements)).toMatchObject({ decision });
  });

  it('comes with a context of texts, numbers and booleans, as texts', () => {
    expect(answer([statement('Deny')], { context: { text: 'a', number: 1.5, yes: true } })).toEqual({
      decision: 'deny',
      principalId: 'p',
      context: { text: 'a', number: '1.5', yes: 'true' },
    });
  });

  it('names a usage key or none', () => {
    expect(answer([statement('Allow')], { usageIdentifierKey: 'k' })).toMatchObject({
      usageIdentifierKey: 'k',
    });
    expect(answer([statement('Allow')])).not.toHaveProperty('usageIdentifierKey');
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'Allow'],
    ['no effect', { Action: 'execute-api:Invoke', Resource: ARN }],
    ['another effect', statement('allow')],
    ['no action', { Effect: 'Allow', Resource: ARN }],
    ['no resource', { Effect: 'Allow', Action: 'execute-api:Invoke' }],
    ['a resource that is no text', statement('Allow', { arn: ARN })],
    ['what it is not about', { Effect: 'Allow', NotAction: 'x', NotResource: 'x' }],
    ['a condition', { ...statement('Allow'), Condition: { IpAddress: { 'aws:SourceIp': '203.0.113.24' } } }],
  ])('with a statement that is none cannot be read: %s', (_, odd) => {
    expect(answer([statement('Allow'), odd])).toMatchObject({ decision: 'unreadable' });
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a text', 'Allow'],
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
      'a text as context',
      { principalId: 'p', policyDocument: { Statement: [statement('Allow')] }, context: 'abc' },
    ],
  ])('cannot be read from %s', (_, payload) => {
    expect(readAuthorizerAnswer(payload, ARN)).toMatchObject({ decision: 'unreadable' });
  });

  it('may have no context', () => {
    expect(answer([statement('Allow')], { context: null })).toMatchObject({ decision: 'allow', context: {} });
  });
});
