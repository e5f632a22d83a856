import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { errorFormatOfPath } from '../shared/platform/http/error-format.ts';
import {
  filesOfEndpoint,
  type NewEndpoint,
  rowOfEndpoint,
  suiteOfEndpoint,
} from './scaffold/endpoint-templates.ts';

const USAGE = `Usage: npm run scaffold -- METHOD PATH FUNCTION ROOM
Example: npm run scaffold -- GET /api/v1/things list-things quotes

Writes a new endpoint: its use case in shared/ROOM, its function, its row in lib/functions/endpoints.ts, a unit test and
an API suite. The tests fail until the TODOs are done. Guide: docs/contributors/add-an-endpoint.md`;

const TABLE_FILE = 'lib/functions/endpoints.ts';
const END_OF_TABLE = '\n];\n\nexport const AUTHORIZER';
const SUITES_FILE = 'test/api/suites/every-stage-suite.ts';
const END_OF_SUITES = '}\n';

/** @returns undefined if the arguments do not name an endpoint. */
function readEndpoint(root: string, args: readonly string[]): NewEndpoint | undefined {
  const [method = '', path = '', name = '', room = '', ...more] = args;
  const isValid =
    /^(GET|POST|PUT|PATCH|DELETE)$/.test(method) &&
    /^(\/[a-z0-9{}_-]+)+$/.test(path) &&
    /^[a-z]+(-[a-z]+)*$/.test(name) &&
    /^[a-z]+$/.test(room) &&
    existsSync(join(root, 'shared', room)) &&
    more.length === 0;
  if (!isValid) return undefined;
  return { method: method as NewEndpoint['method'], path, name, room, errorFormat: errorFormatOfPath(path) };
}

/** @throws Error if a file exists or a table has no known end; nothing is written then. */
async function scaffold(root: string, endpoint: NewEndpoint): Promise<readonly string[]> {
  const files = filesOfEndpoint(endpoint);
  const existing = Object.keys(files).find((file) => existsSync(join(root, file)));
  if (existing !== undefined) throw new Error(`${existing} exists.`);
  const table = await readFile(join(root, TABLE_FILE), 'utf8');
  if (!table.includes(END_OF_TABLE)) throw new Error(`${TABLE_FILE} has no ENDPOINTS table to add to.`);
  const suites = await readFile(join(root, SUITES_FILE), 'utf8');
  if (!suites.endsWith(END_OF_SUITES)) throw new Error(`${SUITES_FILE} has no list of suites to add to.`);

  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), content);
  }
  const row = rowOfEndpoint(endpoint);
  await writeFile(
    join(root, TABLE_FILE),
    table.replace(END_OF_TABLE, () => `${row}${END_OF_TABLE}`),
  );
  const { imported, called } = suiteOfEndpoint(endpoint);
  const calls = `${suites.slice(0, -END_OF_SUITES.length)}${called}${END_OF_SUITES}`;
  await writeFile(join(root, SUITES_FILE), `${imported}${calls}`);
  return [...Object.keys(files), TABLE_FILE, SUITES_FILE];
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  // The tests write into a copy of the sources.
  options: { root: { type: 'string', default: fileURLToPath(new URL('../', import.meta.url)) } },
});
const endpoint = readEndpoint(values.root, positionals);
if (endpoint === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  try {
    for (const file of await scaffold(values.root, endpoint)) console.log(`wrote ${file}`);
    console.log(
      `Next: npm run format, then the TODOs: grep -rn TODO shared functions lib test | grep ${endpoint.name}`,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
