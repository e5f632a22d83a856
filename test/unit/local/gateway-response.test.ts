import { describe, expect, it } from '@jest/globals';
import { writeGatewayResponse } from '../../../lib/local/gateway/handle-call.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const RESPONSES = {
  THROTTLED: {
    status: 429,
    templates: { 'application/json': '$context.authorizer.throttled', 'text/html': '<h1>Wait</h1>' },
    parameters: { 'gatewayresponse.header.Retry-After': "'60'" },
  },
};

describe('a response of the gateway', () => {
  it.each([
    [BROWSER, 'text/html', '<h1>Wait</h1>'],
    ['application/json, text/html', 'application/json', '{}'],
    ['', 'application/json', '{}'],
    ['toString', 'application/json', '{}'],
  ])('for "%s" has the type %s', (accept, type, body) => {
    const variables = { 'context.authorizer.throttled': '{}' };
    expect(writeGatewayResponse(RESPONSES, 'THROTTLED', variables, accept)).toEqual({
      status: 429,
      headers: { 'Content-Type': type, 'Retry-After': '60' },
      body,
    });
  });
});
