import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createOrganization } from '../support/service-under-test.ts';

const PAGES = ['https://app.example.com', 'http://localhost:5173'] as const;
const SEARCH = '/api/v1/terminals/search?query=elizabeth';

let service: LocalService;
let key: string;
beforeAll(async () => {
  const assemblyDir = await synthesizeLocal({ allowedOrigins: PAGES });
  service = await startLocalService({ own: true, assemblyDir });
  key = (await createOrganization(service)).apiKey;
});
afterAll(() => service?.stop());

const preflight = (path: string, Origin: string) =>
  service.call('OPTIONS', path, {
    headers: {
      Origin,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'x-api-key',
    },
  });
const allowed = ({ headers }: { readonly headers: Headers }) => headers.get('access-control-allow-origin');

describe('a service with allowed origins', () => {
  it.each(PAGES)('answers OPTIONS to pages of %s without a key', async (origin) => {
    const answer = await preflight(SEARCH, origin);

    expect([answer.status, allowed(answer)]).toEqual([204, origin]);
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET');
    expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-api-key');
  });

  it('lets these pages read all responses, and other pages only rejections of invalid keys', async () => {
    const read = (path: string, headers: Record<string, string>) => service.call('GET', path, { headers });

    const [, origin] = PAGES;
    expect(allowed(await read(SEARCH, { 'x-api-key': key, Origin: origin }))).toBe(origin);
    expect(allowed(await read(`${SEARCH}&limit=0`, { 'x-api-key': key, Origin: origin }))).toBe(origin);
    expect(allowed(await read(SEARCH, { 'x-api-key': 'wrong', Origin: origin }))).toBe('*');
    const stranger = await read(SEARCH, { 'x-api-key': key, Origin: 'https://pages.example' });
    expect([stranger.status, allowed(stranger), stranger.headers.get('vary')]).toEqual([200, null, 'Origin']);
    expect(allowed(await preflight(SEARCH, 'https://pages.example'))).toBe(PAGES[0]);
  });

  it('answers OPTIONS of an unknown path with 404', async () => {
    expect((await preflight('/api/v1/nowhere', PAGES[0])).status).toBe(404);
  });
});
