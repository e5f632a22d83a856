import { beforeAll, describe, expect, it, vi } from 'vitest';
import { logOutput } from '../../../shared/platform/logging/log-output.ts';
import { lambdaContext, proxyEvent } from '../../support/proxy-event.ts';

type Handler = typeof import('../../../functions/search-terminals/handler.ts')['handler'];

/** An unreachable table, so that the catalogue in the bundle is in service. */
const ENVIRONMENT = {
  RESPONSE_MISMATCH: 'reject',
  TERMINALS_TABLE: 'terminals',
  TERMINALS_REFRESH_SECONDS: '20',
  AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
};

describe('GET /api/v1/terminals/search', () => {
  let handler: Handler;
  beforeAll(async () => {
    Object.assign(process.env, ENVIRONMENT);
    for (const level of ['warn', 'error', 'info'] as const) vi.spyOn(logOutput, level).mockReturnValue();
    ({ handler } = await import('../../../functions/search-terminals/handler.ts'));
  });

  const get = async (queryStringParameters: Record<string, string> | null) => {
    const { statusCode, body } = await handler(
      proxyEvent({ httpMethod: 'GET', path: '/api/v1/terminals/search', queryStringParameters }),
      lambdaContext(),
    );
    return { statusCode, body: JSON.parse(body) };
  };

  it('returns a page of terminals', async () => {
    expect(await get({ query: 'port elizabeth', city: '' })).toEqual({
      statusCode: 200,
      body: {
        status: 'success',
        data: [
          expect.objectContaining({ name: 'APM Elizabeth Terminal' }),
          expect.objectContaining({ name: 'Maher Terminals' }),
        ],
        pagination: { currentPage: 1, totalPages: 1, totalHits: 2, hitsPerPage: 10 },
      },
    });
  });

  it.each([null, {}, { query: '' }])('rejects %j in the error format of the endpoint', async (query) => {
    expect(await get(query)).toEqual({
      statusCode: 400,
      body: { error: { code: 400, message: 'At least one search parameter is required' } },
    });
  });
});
