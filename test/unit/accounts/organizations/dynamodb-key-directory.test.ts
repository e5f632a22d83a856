import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { createDynamoDbKeyDirectory } from '../../../../shared/accounts/organizations/dynamodb-key-directory.ts';

/** DynamoDB Local answers every read consistently: only the request shows what a table in AWS would answer. */
it('reads keys and organizations consistently', async () => {
  const inputs: unknown[] = [];
  const send = async ({ input }: { readonly input: unknown }) => {
    inputs.push(input);
    return {};
  };
  const client = { send } as unknown as DynamoDBDocumentClient;
  const directory = createDynamoDbKeyDirectory(client, 'organizations');

  await directory.findKey('a'.repeat(64));
  await directory.findOrganization('org_1');

  const read = { TableName: 'organizations', ConsistentRead: true };
  expect(inputs).toEqual([expect.objectContaining(read), expect.objectContaining(read)]);
});
