/**
 * Headers of the pages: documentation, API reference and start page. The local host and the distribution send the same.
 *
 * Scripts come only from files of the same origin. Styles may also be inline: the code highlighter writes colors into
 * `style` attributes, and the API reference creates its style sheets at run time.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** URL path of files whose names change with their content. */
export const ASSETS_PATH = '/docs/assets/';

export const REFERRER_POLICY = 'strict-origin-when-cross-origin';
export const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(), payment=()';

const YEAR_SECONDS = 31_536_000;
export const CACHE_FOR_A_YEAR = `public, max-age=${YEAR_SECONDS}, immutable`;
/** Browsers and CloudFront ask whether the file changed. */
export const ASK_EACH_TIME = 'no-cache';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Content-Type of a file of the site. @param extension with its dot. */
export const contentType = (extension: string): string => TYPES[extension] ?? 'application/octet-stream';
