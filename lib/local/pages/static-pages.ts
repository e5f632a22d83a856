import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { extname, join, normalize, sep } from 'node:path';
import {
  ASK_EACH_TIME,
  CACHE_FOR_A_YEAR,
  CONSOLE_CONTENT_SECURITY_POLICY,
  CONSOLE_PATH,
  CONTENT_SECURITY_POLICY,
  contentType,
  isAssetPath,
  PAGE_FOLDERS,
  PAGE_WITHOUT_EXTENSION,
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

const securityHeaders = (path: string) => ({
  'Content-Security-Policy': path.startsWith(CONSOLE_PATH)
    ? CONSOLE_CONTENT_SECURITY_POLICY
    : CONTENT_SECURITY_POLICY,
  'Permissions-Policy': PERMISSIONS_POLICY,
  'Referrer-Policy': REFERRER_POLICY,
  'X-Content-Type-Options': 'nosniff',
});

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

/** All paths outside of these folders belong to the API, except the start page. */
const isPage = (path: string) =>
  path === '/' || PAGE_FOLDERS.some((folder) => `${path}/` === folder || path.startsWith(folder));

/**
 * Serves the files of a built site as the distribution does: `index.html` for a folder, GET and HEAD only, no key.
 * @param site folder of the site; undefined while the site is not built.
 */
export function createPages(site: () => string | undefined): Pages {
  return (method, path, ifNoneMatch) => {
    if ((method !== 'GET' && method !== 'HEAD') || !isPage(path)) return undefined;
    if (PAGE_FOLDERS.some((folder) => folder === `${path}/`)) return redirect(`${path}/`);
    if (PAGE_WITHOUT_EXTENSION.test(path)) return redirect(`${path}.html`);
    const folder = site();
    if (folder === undefined) return page(path, 503, BEING_BUILT, { 'Retry-After': '2' });
    const file = fileOf(folder, path);
    if (file === undefined) return page('/docs/', 404, readFileSync(join(folder, 'docs/404.html')));
    const body = readFileSync(file);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const headers = {
      ...securityHeaders(path),
      'Cache-Control': isAssetPath(path) ? CACHE_FOR_A_YEAR : ASK_EACH_TIME,
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
  // All pages of the console are one file, whose script reads the path.
  if (decoded.startsWith(CONSOLE_PATH) && !isAssetPath(decoded)) decoded = CONSOLE_PATH;
  const file = normalize(join(site, decoded.endsWith('/') ? `${decoded}index.html` : decoded));
  // A path with ".." must not leave the site.
  if (!file.startsWith(normalize(site + sep))) return undefined;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

const page = (
  path: string,
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): PageResponse => ({
  status,
  headers: {
    ...securityHeaders(path),
    'Cache-Control': 'no-store',
    'Content-Type': 'text/html; charset=utf-8',
    ...headers,
  },
  body: Buffer.from(body),
});

const redirect = (location: string): PageResponse => ({
  status: 301,
  headers: { ...securityHeaders(location), Location: location },
  body: Buffer.alloc(0),
});
