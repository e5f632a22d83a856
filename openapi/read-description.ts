import { readdirSync, readFileSync } from 'node:fs';
import { OPERATIONS } from '../functions/definitions.ts';
import { sampleEvent } from '../shared/webhooks/events/sample-event.ts';
import { arazzo, asyncApi, postman } from './companions.ts';
import { buildDocument, type RecordedExample } from './document.ts';
import type { Json } from './json-schema.ts';

const ROOT = new URL('../', import.meta.url);
const SCHEMAS = 'docs/schemas/';

/** Files that are written from the description, next to openapi.json. */
export const companionFiles = (document: Json): readonly (readonly [file: URL, text: string])[] => [
  [new URL('clients/asyncapi.json', ROOT), descriptionText(asyncApi(document))],
  [new URL('clients/arazzo.json', ROOT), descriptionText(arazzo(document))],
  [new URL('clients/postman.json', ROOT), descriptionText(postman(document))],
];

/** Time and id of the sample events, so that the document changes only with the code. */
const SAMPLED_AT = new Date('2026-11-02T15:04:05.000Z');
const SAMPLE_ID = 'evt_8k2m4q6s8v0x2z4b6d8f0h2j4k';

const readJson = <Value>(path: string): Value =>
  JSON.parse(readFileSync(new URL(path, ROOT), 'utf8')) as Value;

const eventSchemas = (): Record<string, Json> =>
  Object.fromEntries(
    readdirSync(new URL(SCHEMAS, ROOT)).map((file) => [
      file.replace(/\.json$/, ''),
      readJson<Json>(`${SCHEMAS}${file}`),
    ]),
  );

/** The description of the API from code, schemas and recorded examples. */
export const describeApi = (): Json =>
  buildDocument({
    version: readJson<{ version: string }>('package.json').version,
    operations: OPERATIONS,
    eventSchemas: eventSchemas(),
    eventExample: (event) => ({ ...sampleEvent(event, SAMPLED_AT), id: SAMPLE_ID }),
    examples: readJson<Record<string, RecordedExample>>('openapi/examples.json'),
  });

/** The text of the committed file. */
export const descriptionText = (document: Json): string => `${JSON.stringify(document, undefined, 2)}\n`;
