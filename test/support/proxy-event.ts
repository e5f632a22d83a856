import type { APIGatewayProxyEvent, Context } from 'aws-lambda';

/** A proxy event as API Gateway sends it after the authorizer, with `overrides`. */
export function proxyEvent(overrides: Partial<APIGatewayProxyEvent> = {}): APIGatewayProxyEvent {
  return {
    resource: '/api/v1/things',
    path: '/api/v1/things',
    httpMethod: 'POST',
    headers: { 'Content-Type': 'application/json' },
    multiValueHeaders: {},
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
    requestContext: {
      requestId: 'request-1',
      authorizer: {
        orgId: 'org_1',
        mode: 'test',
        keyId: 'key_1',
        scopes: 'read write',
        principalId: 'key_1',
      },
    } as unknown as APIGatewayProxyEvent['requestContext'],
    ...overrides,
  };
}

/** The Lambda context with this remaining time in milliseconds. */
export function lambdaContext(remainingMs = 10_000): Context {
  const deadline = Date.now() + remainingMs;
  return { getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()) } as Context;
}
