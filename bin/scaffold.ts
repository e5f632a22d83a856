import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { errorFormatOfPath } from '../shared/platform/http/error-format.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const ENDPOINTS_FILE = `${ROOT}lib/functions/endpoints.ts`;
const END_OF_TABLE = '\n];\n\nexport const AUTHORIZER';

const USAGE = `Usage: npm run scaffold -- METHOD PATH FUNCTION
Example: npm run scaffold -- GET /api/v1/usage read-usage
Creates functions/FUNCTION and its entry in lib/functions/endpoints.ts; then write the schemas and the operation.`;

const schema = (hasBody: boolean) => `import * as v from 'valibot';
${hasBody ? '\nexport const requestBody = v.object({});\n' : ''}
/** Body of the 200 response. */
export const responseBody = v.object({ status: v.literal('success') });
`;

const ENV = `import * as v from 'valibot';

const schema = v.object({
  RESPONSE_MISMATCH: v.picklist(['refuse', 'report']),
});

/** Environment variables of this function. @throws Error if one is missing or invalid. */
export const readEnv = (variables: NodeJS.ProcessEnv) => v.parse(schema, variables);
`;

const handler = (
  family: string,
  hasBody: boolean,
) => `import { createApiHandler } from '../../shared/platform/http/api-handler.ts';
import { refuse } from '../../shared/platform/http/outcome.ts';
import { readEnv } from './env.ts';
import { responseBody } from './schema.ts';

const env = readEnv(process.env);

export const handler = createApiHandler({
  family: '${family}',
  hasBody: ${hasBody},
  response: responseBody,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: () => refuse({ kind: 'internal', message: 'This operation is not implemented.' }),
});
`;

const row = (method: string, path: string, name: string, family: string) => `
  {
    method: '${method}',
    path: '${path}',
    function: '${name}',
    family: '${family}',
    tables: {},
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    impact: 'Callers of ${method} ${path} fail.',
  },`;

async function scaffold(method: string, path: string, name: string): Promise<void> {
  const folder = `${ROOT}functions/${name}`;
  if (existsSync(folder)) throw new Error(`functions/${name} already exists.`);
  const table = await readFile(ENDPOINTS_FILE, 'utf8');
  if (!table.includes(END_OF_TABLE))
    throw new Error('lib/functions/endpoints.ts has no ENDPOINTS list to extend.');
  const hasBody = method === 'POST' || method === 'PUT';
  const family = errorFormatOfPath(path);
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/schema.ts`, schema(hasBody));
  await writeFile(`${folder}/env.ts`, ENV);
  await writeFile(`${folder}/handler.ts`, handler(family, hasBody));
  await writeFile(
    ENDPOINTS_FILE,
    table.replace(END_OF_TABLE, `${row(method, path, name, family)}${END_OF_TABLE}`),
  );
  console.log(
    `Created functions/${name} and its entry in lib/functions/endpoints.ts (${family} error format).`,
  );
  console.log(
    'Next: write the schemas, the operation, its tables and impact in the entry, and a suite in test/api/suites.',
  );
}

const [method = '', path = '', name = ''] = process.argv.slice(2);
const valid =
  /^(GET|POST|PUT|DELETE)$/.test(method) && path.startsWith('/') && /^[a-z]+(-[a-z]+)*$/.test(name);
if (valid) {
  await scaffold(method, path, name).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
