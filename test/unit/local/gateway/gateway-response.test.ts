import { describe, expect, it } from 'vitest';
import { writeGatewayResponse } from '../../../../lib/local/gateway/gateway-response.ts';
import type { GatewayResponseModel } from '../../../../lib/local/template/service-model.ts';

const response = (
  statusCode: string,
  template: string,
  parameters: Record<string, string> = {},
): GatewayResponseModel => ({ statusCode, templates: { 'application/json': template }, parameters });

const VARIABLES = { 'context.requestId': 'r-1', 'context.authorizer.rejection': '{"error":{"code":401}}' };

describe('a gateway response', () => {
  it('has the status, headers and body that the template sets for its type, with variables of the context', () => {
    const responses = {
      ACCESS_DENIED: response('401', '$context.authorizer.rejection', {
        'gatewayresponse.header.X-Request-Id': 'context.requestId',
        'gatewayresponse.header.Cache-Control': "'no-store'",
      }),
      DEFAULT_4XX: response('400', 'other'),
    };

    expect(writeGatewayResponse(responses, 'ACCESS_DENIED', VARIABLES)).toEqual({
      status: 401,
      headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'r-1', 'Cache-Control': 'no-store' },
      body: '{"error":{"code":401}}',
    });
  });

  it('is the default for 4xx or 5xx if the template has none for its type', () => {
    const responses = { DEFAULT_4XX: response('400', 'four'), DEFAULT_5XX: response('500', 'five') };

    expect(writeGatewayResponse(responses, 'THROTTLED', {})).toMatchObject({ status: 400, body: 'four' });
    expect(writeGatewayResponse(responses, 'REQUEST_TOO_LARGE', {})).toMatchObject({ body: 'four' });
    expect(writeGatewayResponse(responses, 'INTEGRATION_TIMEOUT', {})).toMatchObject({
      status: 500,
      body: 'five',
    });
  });

  it('has the status of its type if the template sets none', () => {
    const responses = { DEFAULT_4XX: { templates: {}, parameters: {} } };

    expect(writeGatewayResponse(responses, 'THROTTLED', {}).status).toBe(429);
  });

  it.each([
    ['THROTTLED', 429, '{"message":"Too Many Requests"}'],
    ['MISSING_AUTHENTICATION_TOKEN', 403, '{"message":"Missing Authentication Token"}'],
    ['INVALID_API_KEY', 403, '{"message":"Forbidden"}'],
    ['REQUEST_TOO_LARGE', 413, '{"message":"Request Too Long"}'],
    ['INTEGRATION_TIMEOUT', 504, '{"message":"Endpoint request timed out"}'],
    ['DEFAULT_5XX', 502, '{"message":"Internal server error"}'],
  ] as const)('is the response of API Gateway if the template has none: %s', (type, status, body) => {
    expect(writeGatewayResponse({}, type, {})).toMatchObject({ status, body });
  });

  it('replaces variables, quotes the message string, and has empty text for missing variables', () => {
    const template =
      '$context.requestId|$context.error.message|$context.error.messageString|$context.error.responseType|$context.authorizer.missing|$util.escape($x)|$context.requestId.';
    const { body } = writeGatewayResponse({ THROTTLED: response('429', template) }, 'THROTTLED', VARIABLES);

    expect(body).toBe('r-1|Too Many Requests|"Too Many Requests"|THROTTLED||$util.escape($x)|r-1.');
  });

  it('has headers from quoted texts and variables, with an empty value for missing variables', () => {
    const responses = {
      DEFAULT_4XX: response('400', '', {
        'gatewayresponse.header.X-Text': "'no-store'",
        'gatewayresponse.header.X-Known': 'context.requestId',
        'gatewayresponse.header.X-Missing': 'context.authorizer.missing',
        'gatewayresponse.header.X-Other': 'method.request.header.Cookie',
        'gatewayresponse.header.Content-Type': "'application/problem+json'",
      }),
    };

    expect(writeGatewayResponse(responses, 'THROTTLED', VARIABLES).headers).toEqual({
      'X-Text': 'no-store',
      'X-Known': 'r-1',
      'X-Missing': '',
      'X-Other': '',
      'Content-Type': 'application/problem+json',
    });
  });

  it('is not the default for 5xx if the type has status 4xx', () => {
    expect(writeGatewayResponse({ DEFAULT_5XX: response('500', 'five') }, 'THROTTLED', {})).toMatchObject({
      status: 429,
      body: '{"message":"Too Many Requests"}',
    });
  });

  it('contains the value of a variable unchanged if it looks like a variable or a replacement pattern', () => {
    const odd = "$& $1 $context.requestId '$`";
    const responses = { ACCESS_DENIED: response('401', '$context.authorizer.rejection') };

    expect(
      writeGatewayResponse(responses, 'ACCESS_DENIED', { 'context.authorizer.rejection': odd }).body,
    ).toBe(odd);
  });
});
