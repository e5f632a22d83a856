import { describe, expect, it } from '@jest/globals';
import { writeGatewayResponse } from '../../../../lib/local/gateway/gateway-response.ts';
import type { GatewayResponseModel } from '../../../../lib/local/template/service-model.ts';

const response = (
  statusCode: string,
  template: string,
  parameters: Record<string, string> = {},
): GatewayResponseModel => ({ statusCode, templates: { 'application/json': template }, parameters });

const VARIABLES = { 'context.requestId': 'r-1', 'context.authorizer.rejection': '{"error":{"code":401}}' };

describe('gateway responses', () => {
  it('are those of the type, with the context in them', () => {
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

  it('fall back to the default of their class', () => {
    const responses = { DEFAULT_4XX: response('400', 'four'), DEFAULT_5XX: response('500', 'five') };

    expect(writeGatewayResponse(responses, 'THROTTLED', {})).toMatchObject({ status: 400, body: 'four' });
    expect(writeGatewayResponse(responses, 'REQUEST_TOO_LARGE', {})).toMatchObject({ body: 'four' });
    expect(writeGatewayResponse(responses, 'INTEGRATION_TIMEOUT', {})).toMatchObject({
      status: 500,
      body: 'five',
    });
  });

  it('keep the status of their type where the template sets none', () => {
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
  ] as const)("are API Gateway's own where the template has none: %s", (type, status, body) => {
    expect(writeGatewayResponse({}, type, {})).toMatchObject({ status, body });
  });

  it('substitute simple variables, quote the message, and put nothing for what is missing', () => {
    const template =
      '$context.requestId|$context.error.message|$context.error.messageString|$context.error.responseType|$context.authorizer.missing|$util.escape($x)|$context.requestId.';
    const { body } = writeGatewayResponse({ THROTTLED: response('429', template) }, 'THROTTLED', VARIABLES);

    expect(body).toBe('r-1|Too Many Requests|"Too Many Requests"|THROTTLED||$util.escape($x)|r-1.');
  });

  it('have headers of their own: texts, variables, and nothing for what is missing', () => {
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

  it('are not those of the other class', () => {
    expect(writeGatewayResponse({ DEFAULT_5XX: response('500', 'five') }, 'THROTTLED', {})).toMatchObject({
      status: 429,
      body: '{"message":"Too Many Requests"}',
    });
  });

  it('print a value as it is, whatever it looks like', () => {
    const odd = "$& $1 $context.requestId '$`";
    const responses = { ACCESS_DENIED: response('401', '$context.authorizer.rejection') };

    expect(
      writeGatewayResponse(responses, 'ACCESS_DENIED', { 'context.authorizer.rejection': odd }).body,
    ).toBe(odd);
  });
});
