import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { asJson, asJsons, capitalized, type Json, refName } from '../../openapi/json-schema.ts';
import { DESCRIPTION_FILE } from './data-files.ts';

const CLIENT_TYPES_FILE = new URL('../../clients/typescript/src/api/api-types.ts', import.meta.url);

const MAX_WIDTH = 108;

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value);
const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));

const alias = (name: string, type: string): string =>
  `export type ${name} =${type.startsWith('\n') ? '' : ' '}${type};\n`;

function comment(text: unknown, indent: string, tags: readonly string[] = []): string {
  const lines = [...(typeof text === 'string' ? text.split('\n') : []), ...tags].flatMap((line) =>
    wrapped(line, MAX_WIDTH - indent.length),
  );
  if (lines.length === 0) return '';
  const [only = ''] = lines;
  if (lines.length === 1) return `${indent}/** ${only.replaceAll('*/', '*\\/')} */\n`;
  const body = lines.map((line) => `${indent} * ${line.replaceAll('*/', '*\\/')}`.trimEnd());
  return `${indent}/**\n${body.join('\n')}\n${indent} */\n`;
}

function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

/**
 * Types of the TypeScript client: one exported type for each schema, query and body of the description.
 * Properties of requests accept undefined, so that callers with exactOptionalPropertyTypes can pass it.
 */
function typescriptTypes(document: Json): string {
  const components = asJson(document.components);
  const schemas = asJsons(components.schemas);
  const parameters = asJsons(components.parameters);
  const operations = Object.entries(asJsons(document.paths))
    .flatMap(([path, methods]) =>
      Object.entries(asJsons(methods)).map(
        ([method, operation]): Json => ({ ...operation, called: `${method.toUpperCase()} ${path}` }),
      ),
    )
    .filter(({ tags }) => !(Array.isArray(tags) && tags.includes('Service')));
  const inRequests = new Set<string>();
  for (const { requestBody } of operations) collectRefs(requestBody, schemas, inRequests);

  const union = (members: readonly string[], indent: string): string => {
    const line = members.join(' | ');
    return members.length === 1 || line.length + indent.length <= MAX_WIDTH
      ? line
      : members.map((member) => `\n${indent}  | ${member}`).join('');
  };

  const typeOf = (schema: Json, indent: string, isRequest: boolean): string => {
    if (schema.$ref !== undefined) return refName(schema.$ref);
    if (schema.const !== undefined) return literal(schema.const);
    if (Array.isArray(schema.enum)) return union(schema.enum.map(literal), indent);
    const options = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(options)) {
      const types = [...new Set((options as Json[]).map((member) => typeOf(member, indent, isRequest)))];
      return types.includes('string')
        ? union(
            types.filter((type) => !type.startsWith("'")),
            indent,
          )
        : union(types, indent);
    }
    switch (schema.type) {
      case 'integer':
        return 'number';
      case 'array': {
        const item = typeOf(asJson(schema.items), indent, isRequest);
        if (schema.minItems === 2 && schema.maxItems === 2) return `readonly [${item}, ${item}]`;
        return `readonly ${/[|\n]|^readonly /.test(item) && !item.startsWith('{') ? `(${item})` : item}[]`;
      }
      case 'object':
        return objectType(schema, indent, isRequest);
      case undefined:
        return schema.properties === undefined ? 'unknown' : objectType(schema, indent, isRequest);
      default:
        return String(schema.type);
    }
  };

  const objectType = (schema: Json, indent: string, isRequest: boolean): string => {
    const { additionalProperties: values } = schema;
    if (schema.properties !== undefined) return `{\n${members(schema, `${indent}  `, isRequest)}${indent}}`;
    if (typeof values !== 'object' || values === null) return 'object';
    const keys = asJson(schema.propertyNames);
    const type = typeOf(values as Json, indent, isRequest);
    if (!Array.isArray(keys.enum)) return `Readonly<Record<string, ${type}>>`;
    return `Readonly<Partial<Record<${typeOf(keys, indent, isRequest)}, ${type}>>>`;
  };

  const members = (schema: Json, indent: string, isRequest: boolean): string =>
    Object.entries(asJsons(schema.properties))
      .map(([name, property]) => {
        const isRequired = Array.isArray(schema.required) && schema.required.includes(name);
        const isOptional = !isRequired;
        const type = typeOf(property, indent, isRequest);
        const text = comment(
          property.description,
          indent,
          property.default === undefined ? [] : [`@default ${literal(property.default)}`],
        );
        const mark = isOptional ? '?' : '';
        const absent = isOptional && isRequest ? ' | undefined' : '';
        const space = type.startsWith('\n') ? '' : ' ';
        return `${text}${indent}readonly ${propertyName(name)}${mark}:${space}${type}${absent};\n`;
      })
      .join('');

  const declaration = (name: string, given: Json, isRequest: boolean): string => {
    const text = comment(given.description, '');
    const parts = (given.allOf ?? []) as Json[];
    const schema = Object.assign({}, given, ...parts.filter(({ $ref }) => $ref === undefined)) as Json;
    if (schema.properties === undefined) return `${text}${alias(name, typeOf(schema, '', isRequest))}`;
    const bases = parts.flatMap(({ $ref }) => ($ref === undefined ? [] : [refName($ref)]));
    const extended = bases.length > 0 ? ` extends ${bases.join(', ')}` : '';
    return `${text}export interface ${name}${extended} {\n${members(schema, '  ', isRequest)}}\n`;
  };

  /** Nothing if the schema has this name already. */
  const named = (name: string, schema: Json, isRequest: boolean): string[] =>
    schema.$ref === `#/components/schemas/${name}` ? [] : [declaration(name, schema, isRequest)];

  const ofOperation = (operation: Json): string[] => {
    const name = capitalized(String(operation.operationId));
    const query = ((operation.parameters ?? []) as Json[])
      .map(({ $ref, ...own }) => ($ref === undefined ? own : asJson(parameters[refName($ref)])))
      .filter((parameter) => parameter.in === 'query');
    const body = jsonSchemaOf(operation.requestBody);
    // Undefined for a response that is not JSON, which is a text.
    const response = jsonSchemaOf(asJsons(operation.responses)['200']);
    return [
      ...(query.length === 0
        ? []
        : [
            declaration(
              `${name}Query`,
              {
                description: `Query of ${operation.operationId}.`,
                properties: Object.fromEntries(
                  query.map(({ name, description, schema }) => [name, { ...asJson(schema), description }]),
                ),
                required: query.filter(({ required }) => required === true).map(({ name }) => name),
              },
              true,
            ),
          ]),
      ...(body === undefined
        ? []
        : named(`${name}Body`, { description: `Body of ${operation.operationId}.`, ...body }, true)),
      ...(response === undefined
        ? []
        : named(
            `${name}Result`,
            { description: `Response of ${operation.operationId}.`, ...response },
            false,
          )),
    ];
  };

  const codes = union(
    [...errorCodes([document.paths, asJson(document.components).responses])].toSorted().map(literal),
    '',
  );
  const ids = operations.map(({ operationId }) => capitalized(String(operationId)));
  const answers = operations
    .filter(({ responses }) => jsonSchemaOf(asJson(responses)['200']) !== undefined)
    .map(({ called, operationId }) => `  ${literal(called)}: ${capitalized(String(operationId))}Result;\n`);
  const text = [
    '// Written from openapi.json by bin/build/client-types.ts. Do not edit.\n',
    `${comment('Texts in `code` of errors. Errors of terminals, rates and usage have the HTTP status instead.', '')}${alias('ErrorCode', codes)}`,
    ...Object.entries(schemas).map(([name, schema]) => declaration(name, schema, inRequests.has(name))),
    ...operations.flatMap(ofOperation),
    `${comment('Responses by operation.', '')}export interface Answers {\n${answers.join('')}}\n`,
  ].join('\n');
  // Generators of Go name what they make of an answer `Response`, so that the description cannot.
  return text.replace(new RegExp(`\\b(${ids.join('|')})Result\\b`, 'g'), '$1Response');
}

const jsonSchemaOf = (message: unknown): Json | undefined =>
  asJsons(asJson(message).content)['application/json']?.schema as Json | undefined;

/** Adds the names of the schemas that a value uses, directly or by other schemas. */
function collectRefs(value: unknown, schemas: Record<string, Json>, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { $ref } = value as Json;
  if (typeof $ref === 'string' && !names.has(refName($ref))) {
    names.add(refName($ref));
    collectRefs(schemas[refName($ref)], schemas, names);
  }
  for (const member of Object.values(value)) collectRefs(member, schemas, names);
}

/** Texts that the description lists for `code` of errors. */
function errorCodes(value: unknown, codes = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return codes;
  const { description } = value as Json;
  for (const [, code = ''] of String(description).matchAll(/^- `(\w*[a-z]\w*)`: /gim)) codes.add(code);
  for (const member of Object.values(value)) errorCodes(member, codes);
  return codes;
}

/** Writes the types of the TypeScript client, which are not in Git, from the description. */
export function buildClientTypes(): void {
  const unfinished = new URL(`${CLIENT_TYPES_FILE}.${process.pid}`);
  // A clone has no other file in this folder.
  mkdirSync(new URL('.', CLIENT_TYPES_FILE), { recursive: true });
  writeFileSync(unfinished, typescriptTypes(JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8'))));
  renameSync(unfinished, CLIENT_TYPES_FILE);
}

if (import.meta.main) buildClientTypes();
