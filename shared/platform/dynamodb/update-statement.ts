import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Statement } from './batched-statements.ts';

class ExpressionNotSupportedError extends Error {
  override readonly name = 'ExpressionNotSupportedError';
}

/**
 * Writes a conditional update as a PartiQL statement with the same effect. Supports what batches need: assignments of
 * values, removals, and conditions of comparisons and `attribute_not_exists` joined by AND.
 * @throws ExpressionNotSupportedError for any other expression.
 */
export function updateStatement(input: UpdateCommandInput): Statement {
  const { TableName, Key, UpdateExpression = '', ConditionExpression = '', ReturnValues } = input;
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = input;
  const [sets = '', removes] = UpdateExpression.split(' REMOVE ');
  if (
    !sets.startsWith('SET ') ||
    /[(+]| - | OR | NOT |BETWEEN|ADD |DELETE /.test(
      `${sets} ${ConditionExpression.replaceAll('attribute_not_exists(', '')}`,
    )
  ) {
    throw new ExpressionNotSupportedError(`${UpdateExpression} if ${ConditionExpression}`);
  }
  const where = [
    ...Object.keys(Key ?? {}).map((name) => `${quoted(name)} = :key_${name}`),
    ConditionExpression.replaceAll(/attribute_not_exists\(([#\w]+)\)/g, '$1 IS MISSING'),
  ];
  const text = [
    `UPDATE ${quoted(String(TableName))}`,
    ...sets
      .slice('SET '.length)
      .split(', ')
      .map((set) => `SET ${set}`),
    ...(removes?.split(', ').map((name) => `REMOVE ${name}`) ?? []),
    `WHERE ${where.join(' AND ')}`,
    ...(ReturnValues === 'ALL_OLD' ? ['RETURNING ALL OLD *'] : []),
  ].join(' ');
  const all: Record<string, unknown> = {
    ...values,
    ...Object.fromEntries(Object.entries(Key ?? {}).map(([name, value]) => [`:key_${name}`, value])),
  };
  const Parameters: unknown[] = [];
  const statement = text.replaceAll(/[:#]\w+/g, (placeholder) => {
    if (placeholder.startsWith('#')) return quoted(String(names[placeholder]));
    Parameters.push(all[placeholder]);
    return '?';
  });
  return { Statement: statement, Parameters };
}

const quoted = (name: string): string => `"${name}"`;
