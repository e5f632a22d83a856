import { describe, expect, it } from '@jest/globals';
import { readRequest } from '../../../../shared/platform/http/read-request.ts';
import { proxyEvent } from '../../../support/proxy-event.ts';

const CALLER = { orgId: 'org_1', mode: 'test' } as const;

function headersOf(single: Record<string, string>, multi: Record<string, string[]> = {}) {
  return readRequest(proxyEvent({ headers: single, multiValueHeaders: multi }), CALLER, false).headers;
}

describe('the headers of a request', () => {
  it('have names in lower case', () => {
    expect(headersOf({ 'Idempotency-Key': 'a' }, { 'Idempotency-Key': ['a'] })).toEqual({
      'idempotency-key': 'a',
    });
  });

  it('hold every value of a repeated one, so that none is taken for the other', () => {
    expect(headersOf({ 'Idempotency-Key': 'b' }, { 'Idempotency-Key': ['a', 'b'] })).toEqual({
      'idempotency-key': 'a, b',
    });
  });

  it('are there when they are empty', () => {
    expect(headersOf({ 'Idempotency-Key': '' })).toEqual({ 'idempotency-key': '' });
  });

  it('are none where the engine sends null', () => {
    const event = proxyEvent();
    Object.assign(event, { headers: null, multiValueHeaders: null });
    expect(readRequest(event, CALLER, false).headers).toEqual({});
  });
});

describe('the path parameters of a request', () => {
  const pathOf = (pathParameters: Record<string, string>) =>
    readRequest(proxyEvent({ pathParameters }), CALLER, false).path;

  it.each([
    ['Q-1', 'Q-1'],
    ['a%2Fb', 'a/b'],
    ['a+b%20c', 'a+b c'],
    ['%E2%9C%93', '✓'],
    ['%2525', '%25'],
    ['%00', '\0'],
  ])('say what the caller escaped: %s', (raw, said) => {
    expect(pathOf({ quote_id: raw })).toEqual({ quote_id: said });
  });

  it.each(['%', '%zz', '%E0%A4%A', 'Q-%C3%28'])('stay as they are where the escapes are wrong: %s', (raw) => {
    expect(pathOf({ quote_id: raw })).toEqual({ quote_id: raw });
  });
});
