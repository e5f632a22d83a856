import { readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
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

/** Answers a request for a page. @returns whether it was one; otherwise the API answers. */
export type Pages = (request: IncomingMessage, response: ServerResponse) => boolean;

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

/** All paths outside of these folders belong to the API, except the start page and the list of pages for language models. */
const isPage = (path: string) =>
  path === '/' ||
  path === '/llms.txt' ||
  PAGE_FOLDERS.some((folder) => `${path}/` === folder || path.startsWith(folder));

/**
 * Serves the files of a built site as the distribution does: `index.html` for a folder, GET and HEAD only, no key.
 * @param site folder of the site; undefined while the site is not built.
 */
export function createPages(site: () => string | undefined): Pages {
  return ({ method = 'GET', url = '/' }, response) => {
    const [path = '/'] = url.split('?');
    if ((method !== 'GET' && method !== 'HEAD') || !isPage(path)) return false;
    const send = (status: number, more: Readonly<Record<string, string>>, body: string | Buffer = '') => {
      // The page for a missing file is one of the documentation.
      const isConsole = path.startsWith(CONSOLE_PATH) && status !== 404;
      response.writeHead(status, {
        'Content-Security-Policy': isConsole ? CONSOLE_CONTENT_SECURITY_POLICY : CONTENT_SECURITY_POLICY,
        'Permissions-Policy': PERMISSIONS_POLICY,
        'Referrer-Policy': REFERRER_POLICY,
        'X-Content-Type-Options': 'nosniff',
        'Content-Length': Buffer.byteLength(body),
        ...more,
      });
      response.end(method === 'HEAD' ? undefined : body);
      return true;
    };
    const html = { 'Cache-Control': 'no-store', 'Content-Type': contentType('.html') };
    if (PAGE_FOLDERS.some((folder) => folder === `${path}/`)) return send(301, { Location: `${path}/` });
    if (PAGE_WITHOUT_EXTENSION.test(path)) return send(301, { Location: `${path}.html` });
    const folder = site();
    if (folder === undefined) return send(503, { ...html, 'Retry-After': '2' }, BEING_BUILT);
    const file = fileOf(folder, path);
    if (file === undefined) return send(404, html, readFileSync(join(folder, 'docs/404.html')));
    const body = readFileSync(file);
    const caching = isAssetPath(path) ? CACHE_FOR_A_YEAR : ASK_EACH_TIME;
    return send(200, { 'Cache-Control': caching, 'Content-Type': contentType(extname(file)) }, body);
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
