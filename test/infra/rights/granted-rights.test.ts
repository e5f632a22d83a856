import { describe, expect, it } from 'vitest';
import { grantedRights } from '../../support/granted-rights.ts';
import {
  API_STACK,
  lambda,
  withResources,
  writeAssembly,
} from '../../unit/local/template/assembly-fixture.ts';

const OWN_CODE = { ArnLike: { 'lambda:SourceFunctionArn': 'arn:aws:lambda:::function:*' } };

/** The rights of a function whose role has these statements, as "action resource". */
async function rightsBy(...Statement: readonly object[]): Promise<string[]> {
  const reader = lambda('read-asset');
  const assembly = await writeAssembly(
    withResources(API_STACK, {
      Reader: {
        ...reader,
        Properties: { ...Object(reader.Properties), Role: { 'Fn::GetAtt': ['ReaderRole', 'Arn'] } },
      },
      ReaderRole: { Type: 'AWS::IAM::Role', Properties: {} },
      ReaderPolicy: {
        Type: 'AWS::IAM::Policy',
        Properties: { Roles: [{ Ref: 'ReaderRole' }], PolicyDocument: { Statement } },
      },
    }),
  );
  try {
    const rights = grantedRights(assembly.folder);
    expect(new Set(rights.map(({ functionName }) => functionName))).toEqual(new Set(['app-api-Reader']));
    return rights.map(({ action, resource }) => `${action} ${resource}`);
  } finally {
    await assembly.remove();
  }
}

const allow = (Action: string | string[], Resource: unknown) => ({ Effect: 'Allow', Action, Resource });
const deny = (Action: string | string[], Condition?: object) => ({
  Effect: 'Deny',
  Action,
  Resource: '*',
  ...(Condition && { Condition }),
});

describe('the rights that a template gives', () => {
  it('are each action on each resource, by what references stand for', async () => {
    const parameter = { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':one']] };
    expect(await rightsBy(allow(['s:Get', 's:Put'], [parameter, 'two']), allow('s:Ask', 'three'))).toEqual([
      's:Get arn:aws:one',
      's:Get two',
      's:Put arn:aws:one',
      's:Put two',
      's:Ask three',
    ]);
  });

  it('are not those that only Lambda has, since they are denied to the code of the function', async () => {
    const statements = [allow('ec2:Create', 'any'), allow(['ec2:Describe', 's:Get'], 'any')];
    expect(await rightsBy(...statements, deny(['ec2:Create', 'ec2:Describe'], OWN_CODE))).toEqual([
      's:Get any',
    ]);
    expect(await rightsBy(...statements, deny('ec2:Create', OWN_CODE))).toEqual([
      'ec2:Describe any',
      's:Get any',
    ]);
  });

  it.each<[string, object]>([
    ['a denial without a condition', deny('s:Get')],
    ['a denial with another condition', deny('s:Get', { Bool: { 'aws:SecureTransport': 'false' } })],
    ['another condition', { ...allow('s:Get', 'any'), Condition: { Bool: { 'aws:ViaAWSService': 'true' } } }],
    [
      'leading keys without a guard against their absence',
      {
        ...allow('s:Get', 'any'),
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['ORG#*'] } },
      },
    ],
    ['all actions but some', { Effect: 'Allow', NotAction: 's:Get', Resource: 'any' }],
  ])('are not guessed where a statement is %s', async (_, statement) => {
    await expect(rightsBy(allow('s:Ask', 'any'), statement)).rejects.toThrow('is not understood');
  });
});
