import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createPages } from '../../../../lib/local/pages/static-pages.ts';

const outside = mkdtempSync(join(tmpdir(), 'freight-pages-'));
const site = join(outside, 'site');
for (const folder of ['docs', 'console']) mkdirSync(join(site, folder, 'assets'), { recursive: true });
const FILES = {
  '../secret.txt': 'secret',
  'index.html': 'start',
  'docs/index.html': 'home',
  'docs/404.html': 'no such page',
  'docs/assets/app.1a2b.js': 'app()',
  'console/index.html': 'console',
  'console/assets/main.3c4d.js': 'main()',
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

  it.each(['/console/', '/console/quotes', '/console/quotes/Q-1', '/console/assetsx', '/console/a.b'])(
    '%s is the console, with a policy that permits no inline style either',
    (path) => {
      const answer = get(path);
      expect([answer?.status, answer?.body.toString()]).toEqual([200, 'console']);
      expect(answer?.headers['Cache-Control']).toBe('no-cache');
      const policy = answer?.headers['Content-Security-Policy'] ?? '';
      expect(policy).toContain("script-src 'self'; style-src 'self'; ");
      expect(policy).not.toContain('unsafe');
    },
  );

  it('hashed files of the console stay for a year, and a missing one is missing', () => {
    expect(get('/console/assets/main.3c4d.js')).toMatchObject({
      status: 200,
      headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
    });
    for (const path of ['/console/assets/old.js', '/console/assets/../../../secret.txt'])
      expect([path, get(path)?.status]).toEqual([path, 404]);
    expect(get('/console')).toMatchObject({ status: 301, headers: { Location: '/console/' } });
    expect(get('/consoles')).toBeUndefined();
  });

  it.each([
    ['/docs/integrators/quotes', '/docs/integrators/quotes.html'],
    ['/docs/reference', '/docs/reference/'],
  ])('%s leads to %s', (path, location) => {
    expect(get(path)).toMatchObject({ status: 301, headers: { Location: location } });
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
    for (const path of ['/docs/nothing.html', '/docs/assets/', '/docs/%zz', '/docs/%00', ...outsidePaths]) {
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
