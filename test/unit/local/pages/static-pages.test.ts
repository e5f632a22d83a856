import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createPages } from '../../../../lib/local/pages/static-pages.ts';

const outside = mkdtempSync(join(tmpdir(), 'freight-pages-'));
const site = join(outside, 'site');
mkdirSync(join(site, 'docs/assets'), { recursive: true });
const FILES = {
  '../secret.txt': 'secret',
  'index.html': 'start',
  'docs/index.html': 'home',
  'docs/404.html': 'no such page',
  'docs/assets/app.1a2b.js': 'app()',
};
for (const [name, content] of Object.entries(FILES)) writeFileSync(join(site, name), content);
afterAll(() => rmSync(outside, { recursive: true }));

const pages = createPages(() => site);
const get = (path: string, ifNoneMatch?: string) => pages('GET', path, ifNoneMatch);

describe('pages of the local host', () => {
  it.each([
    ['/', 'start', 'text/html; charset=utf-8', 'no-cache'],
    ['/docs/', 'home', 'text/html; charset=utf-8', 'no-cache'],
    [
      '/docs/assets/app.1a2b.js',
      'app()',
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ],
  ])('%s answers with its type, caching and the policy', (path, body, type, caching) => {
    const answer = get(path);
    expect(answer?.status).toBe(200);
    expect(answer?.body.toString()).toBe(body);
    expect(answer?.headers).toMatchObject({ 'Content-Type': type, 'Cache-Control': caching });
    expect(answer?.headers['Content-Security-Policy']).toMatch(/script-src 'self';/);
  });

  it('allows no inline script, no evaluation and no other origin for scripts', () => {
    const policy = get('/')?.headers['Content-Security-Policy'] ?? '';
    const scripts = policy.split('; ').filter((directive) => directive.startsWith('script-src'));
    expect(scripts).toEqual(["script-src 'self'"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
  });

  it('answers 304 for a known version', () => {
    const etag = get('/docs/')?.headers.ETag;
    expect(get('/docs/', etag)).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  });

  it('leaves paths and methods of the API to the API', () => {
    for (const path of ['/api/v1/usage', '/v1/webhooks', '/health', '/openapi.json', '/document', '/x'])
      expect(get(path)).toBeUndefined();
    expect(pages('POST', '/', undefined)).toBeUndefined();
    expect(pages('OPTIONS', '/docs/', undefined)).toBeUndefined();
    expect(pages('HEAD', '/', undefined)?.status).toBe(200);
  });

  it('answers 404 with the page for it, also for files outside the site', () => {
    const outsidePaths = [
      '/docs/../../secret.txt',
      '/docs/%2e%2e/%2e%2e/secret.txt',
      '/docs/..%2f..%2fsecret.txt',
    ];
    for (const path of ['/docs/nothing.html', '/docs/assets', '/docs/%zz', '/docs/%00', ...outsidePaths]) {
      const answer = get(path);
      expect([path, answer?.status, answer?.body.toString()]).toEqual([path, 404, 'no such page']);
    }
  });

  it('redirects /docs, and answers 503 until the site is built', () => {
    expect(get('/docs')).toMatchObject({ status: 301, headers: { Location: '/docs/' } });
    const early = createPages(() => undefined)('GET', '/', undefined);
    expect(early).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '2', 'Cache-Control': 'no-store' },
    });
  });
});
