import { describe, expect, it } from 'vitest';
import { inlineNestedStacks } from '../../support/inline-nested-stacks.ts';

const STACK = 'AWS::CloudFormation::Stack';

interface Template {
  readonly Parameters?: Readonly<Record<string, unknown>>;
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: object }>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
}

const nested = (file: string, parameters: object = {}) => ({
  Type: STACK,
  Properties: { TemplateURL: 'address', Parameters: parameters },
  Metadata: { 'aws:asset:path': file },
});

const inline = (template: object, files: Readonly<Record<string, object>>) =>
  inlineNestedStacks(template as never, (file) => files[file] as never) as Template;

describe('a template with nested stacks', () => {
  it('has their resources, with values from the parent and outputs to the parent', () => {
    const functions = {
      Parameters: { tableOfParent: { Type: 'String' }, Lookup: { Type: 'String', Default: '/name' } },
      Resources: {
        Reader: {
          Type: 'AWS::Lambda::Function',
          Properties: { Environment: { TABLE: { Ref: 'tableOfParent' }, NAME: { Ref: 'Lookup' } } },
        },
      },
      Outputs: { ReaderArn: { Value: { 'Fn::GetAtt': ['Reader', 'Arn'] } } },
    };
    const parent = {
      Resources: {
        Functions: nested('functions.json', { tableOfParent: { Ref: 'Table' } }),
        Table: { Type: 'AWS::DynamoDB::GlobalTable' },
        Method: {
          Type: 'AWS::ApiGateway::Method',
          Properties: { Uri: { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Functions', 'Outputs.ReaderArn'] }]] } },
        },
      },
      Outputs: { Arn: { Value: { 'Fn::GetAtt': ['Functions', 'Outputs.ReaderArn'] } } },
    };

    const arn = { 'Fn::GetAtt': ['Reader', 'Arn'] };
    expect(inline(parent, { 'functions.json': functions })).toEqual({
      Parameters: { Lookup: { Type: 'String', Default: '/name' } },
      Resources: {
        Table: parent.Resources.Table,
        Method: { Type: 'AWS::ApiGateway::Method', Properties: { Uri: { 'Fn::Join': ['', [arn]] } } },
        Reader: {
          Type: 'AWS::Lambda::Function',
          Properties: { Environment: { TABLE: { Ref: 'Table' }, NAME: { Ref: 'Lookup' } } },
        },
      },
      Outputs: { Arn: { Value: arn } },
    });
  });

  it.each(['first', 'second'])(
    'resolves outputs that another nested stack receives, %s in the file',
    (at) => {
      const aliases = nested('aliases.json', { arn: { 'Fn::GetAtt': ['Functions', 'Outputs.Arn'] } });
      const functions = nested('functions.json');
      const parent = {
        Resources:
          at === 'first'
            ? { Aliases: aliases, Functions: functions }
            : { Functions: functions, Aliases: aliases },
      };
      const { Resources } = inline(parent, {
        'functions.json': {
          Resources: { Reader: { Type: 'AWS::Lambda::Function' } },
          Outputs: { Arn: { Value: { 'Fn::GetAtt': ['Reader', 'Arn'] } } },
        },
        'aliases.json': {
          Parameters: { arn: { Type: 'String' } },
          Resources: { Live: { Type: 'AWS::Lambda::Alias', Properties: { Name: { Ref: 'arn' } } } },
        },
      });

      expect(Object.keys(Resources).sort()).toEqual(['Live', 'Reader']);
      expect(Resources.Live?.Properties).toEqual({ Name: { 'Fn::GetAtt': ['Reader', 'Arn'] } });
    },
  );

  it('has those of stacks nested in nested stacks', () => {
    const files = {
      'outer.json': { Resources: { Inner: nested('inner.json') } },
      'inner.json': { Resources: { Reader: { Type: 'AWS::Lambda::Function' } } },
    };
    expect(Object.keys(inline({ Resources: { Outer: nested('outer.json') } }, files).Resources)).toEqual([
      'Reader',
    ]);
  });

  it('keeps a nested stack whose template is not read', () => {
    const parent = { Resources: { Aliases: nested('aliases.json') } };
    expect(inline(parent, {})).toEqual(parent);
  });

  it('rejects two different resources with one logical id', () => {
    const parent = { Resources: { Nested: nested('nested.json'), Reader: { Type: 'AWS::SQS::Queue' } } };
    const files = { 'nested.json': { Resources: { Reader: { Type: 'AWS::Lambda::Function' } } } };
    expect(() => inline(parent, files)).toThrow(
      'A nested stack uses the logical id Reader of another stack.',
    );
  });
});
