import { readdirSync, readFileSync } from 'node:fs';
import type { Endpoint, FunctionDefinition, Operation, QueueFunction } from './definition-types.ts';

/** Each folder next to this file is a function. */
const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

/** @throws Error if the function has another name than its folder. */
async function readDefinition(folder: string): Promise<FunctionDefinition> {
  const { href } = new URL(`${folder}/definition.ts`, import.meta.url);
  const { definition } = (await import(href)) as { readonly definition: FunctionDefinition };
  if (definition.function !== folder) throw new Error(`functions/${folder} defines ${definition.function}.`);
  return definition;
}

/** All functions of the service, by name. Handlers import only their own definition. */
export const FUNCTIONS = await Promise.all(folders.map(readDefinition));

const isEndpoint = (definition: FunctionDefinition): definition is Endpoint => 'path' in definition;
const isOperation = (endpoint: Endpoint): endpoint is Operation => 'summary' in endpoint;
const isQueueFunction = (definition: FunctionDefinition): definition is QueueFunction =>
  'queue' in definition;

const { paths } = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, object>>;
};
const positions = new Map(
  Object.entries(paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .map((operation, index) => [operation, index]),
);
const position = ({ method, path }: Endpoint) => positions.get(`${method} ${path}`) ?? positions.size;

/** In the order of the committed description, which is for readers, so that a new one moves no other. New ones come last. */
export const ENDPOINTS = FUNCTIONS.filter(isEndpoint).sort((one, other) => position(one) - position(other));

/** Endpoints in the description of the API. */
export const OPERATIONS = ENDPOINTS.filter(isOperation);

/** Functions that consume a queue that their stack publishes. */
export const QUEUE_FUNCTIONS = FUNCTIONS.filter(isQueueFunction);
