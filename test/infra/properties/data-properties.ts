import { at, type Property, resourcesOf, unless } from './property.ts';

const TABLE = 'AWS::DynamoDB::GlobalTable';

export const DATA_PROPERTIES: readonly Property[] = [
  {
    name: 'a table survives the removal of its stack',
    violations: ({ data }) =>
      unless(data, TABLE, ({ DeletionPolicy }) => DeletionPolicy === 'RetainExceptOnCreate'),
  },
  {
    name: 'a table survives a change that would replace it',
    violations: ({ data }) => unless(data, TABLE, (table) => table.UpdateReplacePolicy === 'Retain'),
  },
  {
    name: 'a table has deletion protection',
    violations: ({ data }) =>
      unless(
        data,
        TABLE,
        (table) => at(table.Properties, 'Replicas', 0, 'DeletionProtectionEnabled') === true,
      ),
  },
  {
    name: 'a table can be restored to any second',
    violations: ({ data }) =>
      unless(
        data,
        TABLE,
        (table) =>
          at(
            table.Properties,
            'Replicas',
            0,
            'PointInTimeRecoverySpecification',
            'PointInTimeRecoveryEnabled',
          ) === true,
      ),
  },
  {
    name: 'a table has a generated name, so that it can be replaced and restored under another name',
    violations: ({ data }) => unless(data, TABLE, (table) => table.Properties.TableName === undefined),
  },
  {
    name: 'the quotes table streams what a quote was and what it is: events are made of both',
    violations: ({ data }) =>
      resourcesOf(data, TABLE).some(
        ([id, { Properties }]) =>
          id.startsWith('quotes') &&
          at(Properties, 'StreamSpecification', 'StreamViewType') === 'NEW_AND_OLD_IMAGES',
      )
        ? []
        : ['quotes'],
  },
  {
    name: 'the stream of a table is published where it has one, and nowhere else',
    violations: ({ data }) => {
      const published = resourcesOf(data, 'AWS::SSM::Parameter')
        .map(([, { Properties }]) => Object(at(Properties, 'Value', 'Fn::GetAtt')) as Record<number, unknown>)
        .filter((attribute) => attribute[1] === 'StreamArn')
        .map((attribute) => attribute[0]);
      return resourcesOf(data, TABLE)
        .filter(
          ([id, { Properties }]) =>
            published.includes(id) !== (at(Properties, 'StreamSpecification') !== undefined),
        )
        .map(([id]) => id);
    },
  },
];
