import { describe, expect, it } from 'vitest';
import { explainFailure } from '../../../../bin/freight/failures/explain-failure.ts';
import { GatewayLimitReachedError } from '../../../../shared/accounts/gateway-plans/gateway-limits.ts';
import { RecordsNotWrittenError } from '../../../../shared/operations/organization-data/dynamodb-record-writes.ts';

function failure(name: string, message: string, more: object = {}): Error {
  return Object.assign(new Error(message), { name, ...more });
}

describe('what an operator reads of a failure', () => {
  it.each([
    ['no credentials', failure('CredentialsProviderError', 'Could not load credentials from any providers')],
    [
      'expired credentials',
      failure('ExpiredTokenException', 'The security token is expired', { $metadata: {} }),
    ],
    ['no region', new Error('Region is missing')],
    ['nothing listening', failure('Error', '', { code: 'ECONNREFUSED' })],
    ['no such host', failure('Error', 'getaddrinfo ENOTFOUND ssm', { code: 'ENOTFOUND' })],
    [
      'no permission',
      failure('AccessDeniedException', 'not authorized\nto perform: ssm:GetParameters', { $metadata: {} }),
    ],
    [
      'a table that is gone',
      failure('ResourceNotFoundException', 'Requested resource not found', { $metadata: {} }),
    ],
    ['a limit that is reached', new GatewayLimitReachedError('plans')],
    ['an unknown record', failure('UnknownRecordError', 'The table quotes has a record')],
    ['throttled writes', new RecordsNotWrittenError('DynamoDB throttles the requests.')],
  ])('%s: one line, exit code 1', (_case, error) => {
    const { exitCode, text } = explainFailure(error);

    expect(exitCode).toBe(1);
    expect(text).toMatch(/^\S.{10,}$/);
    expect(text).not.toContain('    at ');
  });

  it('of our own making: the stack, since nothing else helps', () => {
    const { exitCode, text } = explainFailure(new TypeError('x is not a function'));

    expect(exitCode).toBe(1);
    expect(text).toContain('    at ');
  });
});
