import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { breakingChanges } from '../openapi/breaking-changes.ts';
import type { Json } from '../openapi/json-schema.ts';
import { companionFiles, describeApi, descriptionText } from '../openapi/read-description.ts';
import { buildClientTypes } from './build/client-types.ts';
import { DESCRIPTION_FILE } from './build/data-files.ts';

/**
 * `npm run openapi` writes openapi.json from the code, and from it the types of the TypeScript client, the webhooks as
 * AsyncAPI, the flows as Arazzo, and the Postman collection.
 * `npm run openapi -- --breaking-since REVISION` reports changes since a Git revision, such as HEAD, that break clients,
 * and exits with 1 if there are any and the version is the same.
 */
const { values } = parseArgs({ options: { 'breaking-since': { type: 'string' } } });
const revision = values['breaking-since'];

if (revision === undefined) {
  const document = describeApi();
  writeFileSync(DESCRIPTION_FILE, descriptionText(document));
  for (const [file, text] of companionFiles(document)) writeFileSync(file, text);
  buildClientTypes();
} else {
  const cwd = fileURLToPath(new URL('.', DESCRIPTION_FILE));
  const committed = execFileSync('git', ['show', `${revision}:./openapi.json`], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const before = JSON.parse(committed) as Json;
  const after = JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8')) as Json;
  const changes = breakingChanges(before, after);
  const versionOf = ({ info }: Json) => (info as { readonly version: string }).version;
  for (const change of changes) console.log(change);
  console.log(`${changes.length} breaking changes since ${revision}`);
  if (changes.length > 0 && versionOf(before) === versionOf(after)) process.exitCode = 1;
}
