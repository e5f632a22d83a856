import { describe, expect, it } from 'vitest';
import { readRequest } from '../../../../../shared/platform/http/handlers/read-request.ts';
import { proxyEvent } from '../../../../support/proxy-event.ts';

const CALLER = { orgId: 'org_1', mode: 'test' as const, keyId: 'key_1', scopes: ['read'] };

function headersOf(single: Record<string, string>, multi: Record<string, string[]> = {}) {
  return readRequest(proxyEvent({ headers: single, multiValueHeaders: multi }), CALLER, false).headers;
}

describe('the headers of a request', () => {
  it('have names in lower case', () => {
    expect(headersOf({ 'Idempotency-Key': 'a' }, { 'Idempotency-Key': ['a'] })).toEqual({
      'idempotency-key': 'a',
    });
  });

  it('contain every value of a repeated header', () => {
    expect(headersOf({ 'Idempotency-Key': 'b' }, { 'Idempotency-Key': ['a', 'b'] })).toEqual({
      'idempotency-key': 'a, b',
    });
  });

  it('include empty headers', () => {
    expect(headersOf({ 'Idempotency-Key': '' })).toEqual({ 'idempotency-key': '' });
  });

  it('are empty if the event has null', () => {
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
  ])('are decoded: %s', (raw, said) => {
    expect(pathOf({ quote_id: raw })).toEqual({ quote_id: said });
  });

  it.each(['%', '%zz', '%E0%A4%A', 'Q-%C3%28'])('stay unchanged with invalid escapes: %s', (raw) => {
    expect(pathOf({ quote_id: raw })).toEqual({ quote_id: raw });
  });
});
