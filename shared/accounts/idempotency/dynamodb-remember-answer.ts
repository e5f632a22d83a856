import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import type { DynamoDbIdempotencyStore } from './dynamodb-idempotency-store.ts';
import type { KeyedAnswer } from './idempotency-store.ts';

/**
 * Stores the answer of a call whose effect is not in DynamoDB. The effect must come first, and a repeated effect must do
 * no harm.
 * @returns false if the key has an answer.
 */
export const createRememberAnswer =
  (client: DynamoDBDocumentClient, store: DynamoDbIdempotencyStore) =>
  async (answer: KeyedAnswer): Promise<boolean> => {
    const token = randomUUID();
    const unmet = await transactWrite(client, [store.putAnswer(answer, token)], token);
    return unmet.length === 0;
  };
