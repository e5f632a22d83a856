import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { extname, join, normalize, sep } from 'node:path';
import {
  ASK_EACH_TIME,
  ASSETS_PATH,
  CACHE_FOR_A_YEAR,
  CONTENT_SECURITY_POLICY,
  contentType,
  PERMISSIONS_POLICY,
  REFERRER_POLICY,
} from '../../web/page-headers.ts';

/** The response for a page; a server leaves out the body for HEAD. */
export interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Answers a request for a page; undefined = not a page, so the API answers. */
export type Pages = (
  method: string,
  path: string,
  ifNoneMatch: string | undefined,
) => PageResponse | undefined;

const SECURITY_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Permissions-Policy': PERMISSIONS_POLICY,
  'Referrer-Policy': REFERRER_POLICY,
  'X-Content-Type-Options': 'nosniff',
};

const BEING_BUILT = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="refresh" content="2">
    <title>Freight rates and quotes</title>
  </head>
  <body><p>The API is ready. The pages are being built; this page reloads every 2 seconds.</p></body>
</html>
`;

/** Paths of the pages: all other paths belong to the API. */
const isPage = (path: string) => path === '/' || path === '/docs' || path.startsWith('/docs/');

/**
 * Serves the files of a built site as the distribution does: `index.html` for a folder, GET and HEAD only, no key.
 * @param site folder of the site; undefined while the site is not built.
 */
export function createPages(site: () => string | undefined): Pages {
  return (method, path, ifNoneMatch) => {
    if ((method !== 'GET' && method !== 'HEAD') || !isPage(path)) return undefined;
    if (path === '/docs') return redirect('/docs/');
    const folder = site();
    if (folder === undefined) return page(503, BEING_BUILT, { 'Retry-After': '2' });
    const file = fileOf(folder, path);
    if (file === undefined) return page(404, readFileSync(join(folder, 'docs/404.html')));
    const body = readFileSync(file);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const headers = {
      ...SECURITY_HEADERS,
      'Cache-Control': path.startsWith(ASSETS_PATH) ? CACHE_FOR_A_YEAR : ASK_EACH_TIME,
      'Content-Type': contentType(extname(file)),
      ETag: etag,
    };
    return ifNoneMatch === etag
      ? { status: 304, headers, body: Buffer.alloc(0) }
      : { status: 200, headers, body };
  };
}

/** The file of a URL path in the site; undefined = there is none. */
function fileOf(site: string, path: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0')) return undefined;
  const file = normalize(join(site, decoded.endsWith('/') ? `${decoded}index.html` : decoded));
  // A path with ".." must not leave the site.
  if (!file.startsWith(normalize(site + sep))) return undefined;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

const page = (
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): PageResponse => ({
  status,
  headers: {
    ...SECURITY_HEADERS,
    'Cache-Control': 'no-store',
    'Content-Type': 'text/html; charset=utf-8',
    ...headers,
  },
  body: Buffer.from(body),
});

const redirect = (location: string): PageResponse => ({
  status: 301,
  headers: { ...SECURITY_HEADERS, Location: location },
  body: Buffer.alloc(0),
});
