// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are CloudFormation variables.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LocalSetupError } from '../../../../lib/local/local-setup-error.ts';
import { intrinsicsOf } from '../../../../lib/local/template/intrinsics.ts';

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
    [{ Ref: 'AWS::StackName' }, 'app'],
    [{ Ref: 'AWS::Partition' }, 'aws'],
    [{ Ref: 'AWS::AccountId' }, '000000000000'],
    [{ Ref: 'AWS::Region' }, 'us-east-1'],
    [{ Ref: 'AWS::URLSuffix' }, 'amazonaws.com'],
    [{ Ref: 'Named' }, '/small/name'],
    [{ Ref: 'Table' }, 'app-Table'],
    [{ Ref: 'Api' }, expect.stringMatching(/^[\da-f]{10}$/)],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:aws:dynamodb:us-east-1:000000000000:table/app-Table'],
    [{ 'Fn::GetAtt': ['Queue', 'Arn'] }, 'arn:aws:sqs:us-east-1:000000000000:app-Queue'],
    [{ 'Fn::GetAtt': ['Logs', 'Arn'] }, 'arn:aws:logs:us-east-1:000000000000:log-group:app-Logs:*'],
    [{ 'Fn::GetAtt': 'Table.Endpoint.Address' }, 'app-Table-Endpoint.Address'],
    [{ 'Fn::Sub': 'no variable' }, 'no variable'],
    [{ 'Fn::ImportValue': { 'Fn::Join': ['', ['expo', 'rted']] } }, 'value'],
    [
      { Ref: 'Size', Other: 1 },
      { Ref: 'Size', Other: 1 },
    ],
    [{ 'Fn::Join': ['-', ['a', { Ref: 'Size' }, 1]] }, 'a-small-1'],
    [{ 'Fn::Split': [',', 'a,b'] }, ['a', 'b']],
    [{ 'Fn::Select': ['1', { 'Fn::Split': ['|', 'a|b'] }] }, 'b'],
    [{ 'Fn::Sub': '${Size} in ${AWS::Region}' }, 'small in us-east-1'],
    [{ 'Fn::Sub': ['${Size} ${Own}', { Own: { Ref: 'Stage' } }] }, 'small local'],
    [{ 'Fn::ImportValue': 'exported' }, 'value'],
    [{ 'Fn::GetAtt': ['Function', 'Arn'] }, 'arn:aws:lambda:us-east-1:000000000000:function:app-Function'],
    [{ 'Fn::GetAtt': 'Function.Arn' }, 'arn:aws:lambda:us-east-1:000000000000:function:app-Function'],
    [{ 'Fn::Sub': '${Function.Arn}' }, 'arn:aws:lambda:us-east-1:000000000000:function:app-Function'],
    [{ 'Fn::Sub': '${!Size} is ${Size}' }, '${Size} is small'],
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

  it('omit members and elements with AWS::NoValue', () => {
    const none = { Ref: 'AWS::NoValue' };

    expect(resolver()({ kept: 1, left: none, list: [1, none, 2] })).toEqual({ kept: 1, list: [1, 2] });
  });

  it('do not change a value without intrinsic functions', () => {
    const plain = fc.jsonValue({ maxDepth: 4 }).filter((value) => !/"(Ref|Fn::)/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(plain, (value) => {
        expect(JSON.stringify(resolver()(value))).toBe(JSON.stringify(value));
      }),
    );
  });
});
