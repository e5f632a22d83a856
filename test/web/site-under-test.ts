import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createPages } from '../../lib/local/gateway/static-pages.ts';

const OPENAPI_FILE = fileURLToPath(new URL('../../openapi.json', import.meta.url));

/** The built site on a free port of loopback, with the API's description and health as the service answers them. */
export interface SiteUnderTest {
  readonly origin: string;
  readonly folder: string;
  stop(): Promise<void>;
}

/** The folder of the site that `npm run test:web` built. */
export function builtSite(): string {
  const { SITE_DIR } = process.env;
  if (SITE_DIR === undefined) throw new Error('Run these tests with: npm run test:web');
  return SITE_DIR;
}

export async function startSite(): Promise<SiteUnderTest> {
  const folder = builtSite();
  const pages = createPages(() => folder);
  const json: Readonly<Record<string, () => string>> = {
    '/openapi.json': () => readFileSync(OPENAPI_FILE, 'utf8'),
    '/health': () => '{"status":"ok"}',
  };
  const server = createServer((request, response) => {
    if (pages(request, response)) return;
    const path = request.url?.split('?')[0] ?? '/';
    if (json[path] === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(json[path]());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    origin: `http://localhost:${address.port}`,
    folder,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
