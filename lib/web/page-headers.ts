/** Headers of the pages and the console. The local host and the distribution send the same. */

/** Scripts come only from files of the same origin, and only the API of the same origin receives requests. */
const contentSecurityPolicy = (styles: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Policy of the documentation and the start page. The code highlighter writes colors into `style` attributes. */
export const CONTENT_SECURITY_POLICY = contentSecurityPolicy("'self' 'unsafe-inline'");
/** Policy of the console, which holds an API key: styles also come only from files. */
export const CONSOLE_CONTENT_SECURITY_POLICY = contentSecurityPolicy("'self'");

/** Policy of files from callers, which are only downloaded. */
export const UPLOAD_CONTENT_SECURITY_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** URL path of the console. */
export const CONSOLE_PATH = '/console/';
/** URL path of the files of the console whose names change with their content. */
export const CONSOLE_ASSETS_PATH = `${CONSOLE_PATH}assets/`;
/** URL paths of all files whose names change with their content. */
export const ASSETS_PATHS = ['/docs/assets/', CONSOLE_ASSETS_PATH] as const;
export const isAssetPath = (path: string): boolean => ASSETS_PATHS.some((folder) => path.startsWith(folder));

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
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Content-Type of a file of the site. @param extension with its dot. */
export const contentType = (extension: string): string => TYPES[extension] ?? 'application/octet-stream';

/** Folders of pages: a path without the slash at the end leads to the folder. */
export const PAGE_FOLDERS = ['/docs/', '/docs/reference/', CONSOLE_PATH] as const;

/** A page of the documentation without `.html`, to which it leads: people and other sites leave it out. */
export const PAGE_WITHOUT_EXTENSION = /^\/docs\/(?:[\w-]+\/)*[\w-]+$/;
