import { STATUS_CODES } from 'node:http';

/** The members of a JSON Schema that the description of the API uses. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly description?: string }>>;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, Content>>;
  };
  readonly responses: Readonly<Record<string, Response>>;
}

/** An OpenAPI document. */
export interface ApiDescription {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
}

/** A page of the API reference, with one operation. */
export interface ReferencePage {
  /** Path below docs/. */
  readonly path: string;
  readonly title: string;
  readonly tag: string;
  readonly markdown: string;
}

/** Folder of the reference below docs/. */
export const REFERENCE_FOLDER = 'reference';

/** Rejects control characters: what a text may contain anyway. */
const ANY_TEXT = '^[^\\x00-\\x1F\\x7F-\\x9F]*$';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
/** Text with `code` and **strong** words. */
const inline = (text: string) =>
  escaped(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
const code = (value: unknown) =>
  `<code>${escaped(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;

/** Paragraphs and lists. */
const blocks = (text: string) =>
  text
    .split('\n\n')
    .map((part) =>
      part.startsWith('- ')
        ? `<ul>${part
            .split('\n')
            .map((line) => `<li>${inline(line.slice(2))}</li>`)
            .join('')}</ul>`
        : `<p>${inline(part)}</p>`,
    )
    .join('');

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** "1 to 200 characters" */
function bounds(schema: Schema, least: string, most: string, unit = ''): string {
  const [low, high] = [schema[least], schema[most]];
  if (low === undefined && high === undefined) return '';
  const range =
    low === undefined ? `at most ${high}` : high === undefined ? `at least ${low}` : `${low} to ${high}`;
  return `, ${range}${low === 1 && high === undefined ? unit.replace(/s$/, '') : unit}`;
}

/** Makes the pages of the API reference from its description: one for each operation and event. */
export function referencePages(document: ApiDescription): readonly ReferencePage[] {
  const resolved = <Value extends { readonly $ref?: string }>(value: Value): Value => {
    const { $ref, ...others } = value;
    if ($ref === undefined) return value;
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((inner, key) => (inner as Readonly<Record<string, unknown>>)[key], document);
    return { ...resolved(target as Value), ...others } as Value;
  };

  /** A schema with the members of those that it extends. */
  const whole = (schema: Schema): Schema => {
    const { allOf = [], ...own } = resolved(schema);
    const parts = allOf.map(whole);
    return parts.length === 0
      ? own
      : {
          ...Object.assign({}, ...parts),
          ...own,
          properties: Object.assign({}, ...parts.map((part) => part.properties), own.properties),
          required: [...parts.flatMap(({ required = [] }) => required), ...(own.required ?? [])],
        };
  };

  const typeOf = (schema: Schema): string => {
    const all = whole(schema);
    const alternatives = all.anyOf ?? all.oneOf;
    if (alternatives !== undefined) return [...new Set(alternatives.map(typeOf))].join(' or ');
    if (all.const !== undefined) return code(all.const);
    if (all.enum !== undefined) return all.enum.map(code).join(', ');
    if (all.type === 'array')
      return `list${bounds(all, 'minItems', 'maxItems')}, of ${typeOf(all.items ?? {}).replace(/^(string|number|integer|object|date)\b/, '$1s')}`;
    if (typeof all.additionalProperties === 'object')
      return `map of ${typeOf(all.additionalProperties)}${bounds(all, 'minProperties', 'maxProperties')}`;
    const { type = 'any value', format, pattern } = all;
    return [
      typeof format === 'string' && format !== 'uri' ? format : type,
      bounds(all, 'minLength', 'maxLength', ' characters'),
      bounds(all, 'minimum', 'maximum'),
      bounds(all, 'exclusiveMinimum', 'exclusiveMaximum').replace(/at least/, 'more than'),
      typeof pattern === 'string' && pattern !== ANY_TEXT && format === undefined
        ? `, pattern ${code(pattern)}`
        : '',
    ].join('');
  };

  /** What of a schema has members of its own: itself, its items, its values and its alternatives. */
  const objectsIn = (schema: Schema): readonly (readonly [name: string, schema: Schema])[] => {
    const all = whole(schema);
    if (all.properties !== undefined) return [[schema.$ref?.split('/').at(-1) ?? '', all]];
    const inner = [all.items, all.additionalProperties, ...(all.anyOf ?? []), ...(all.oneOf ?? [])];
    return inner.flatMap((one) => (typeof one === 'object' ? objectsIn(one) : []));
  };

  /** `presence`: of callers, what they must send; of answers, what can be absent. */
  const row = (
    name: string,
    schema: Schema,
    presence: string,
    outer: readonly Schema[],
    isAnswer: boolean,
    from = '',
  ) => {
    const { description = '', examples } = whole(schema);
    const about = [
      `<code class="name">${escaped(name)}</code> <span class="type">${from}${typeOf(schema)}</span>`,
      presence === '' ? '' : `<strong class="presence">${presence}</strong>`,
      description === '' ? '' : `<br>${inline(description)}`,
      examples === undefined ? '' : `Example: ${code(examples[0])}`,
    ];
    return `<li>${about.filter((part) => part !== '').join(' ')}${nested(schema, outer, isAnswer)}</li>`;
  };

  const members = (
    { properties = {}, required = [] }: Schema,
    outer: readonly Schema[],
    isAnswer: boolean,
  ): string =>
    `<ul class="members">${Object.entries(properties)
      .map(([name, schema]) => {
        const isRequired = required.includes(name);
        const presence = isAnswer ? (isRequired ? '' : 'can be absent') : isRequired ? 'required' : '';
        return row(name, schema, presence, outer, isAnswer);
      })
      .join('')}</ul>`;

  const nested = (schema: Schema, outer: readonly Schema[], isAnswer: boolean): string =>
    objectsIn(schema)
      // A schema can contain itself.
      .filter(([, { properties }]) => !outer.some((one) => one.properties === properties))
      .map(
        ([name, all]) =>
          `<details><summary>Members of ${code(name)}</summary>${members(all, [...outer, all], isAnswer)}</details>`,
      )
      .join('');

  /** What a body has: its type, and the members of its first object without a click. */
  const body = (schema: Schema, isAnswer: boolean): string => {
    const objects = objectsIn(schema);
    const [[, only] = []] = objects;
    if (only === undefined) return `<p>${typeOf(schema)}</p>`;
    const isObject = whole(schema).properties !== undefined;
    return `${isObject ? '' : `<p>${typeOf(schema)}, with these members:</p>`}${
      objects.length === 1 ? members(only, [only], isAnswer) : nested(schema, [], isAnswer)
    }`;
  };

  const raw = (html: string) => `<div v-pre class="reference">${html}</div>`;
  const fence = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
  const example = ({ example: value }: Content) =>
    value === undefined ? [] : [fence('json', JSON.stringify(value, undefined, 2))];

  const contentText = (content: Response['content'] = {}): readonly string[] =>
    Object.entries(content).flatMap(([type, one]) => [
      raw(type === 'application/json' ? body(one.schema, true) : `<p>${code(type)}</p>`),
      ...(type === 'application/json'
        ? example(one)
        : typeof one.example === 'string'
          ? [fence('text', one.example)]
          : []),
    ]);

  const responseText = ([status, reference]: readonly [string, Response]): readonly string[] => {
    const { description, headers = {}, content } = resolved(reference);
    const named = Object.entries(headers).map(
      ([name, header]) => `<li>${code(name)} ${inline(resolved(header).description ?? '')}</li>`,
    );
    return [
      `### ${status} ${STATUS_CODES[status] ?? ''}`,
      raw(`${blocks(description)}${named.length === 0 ? '' : `<p>Headers:</p><ul>${named.join('')}</ul>`}`),
      // The guide to errors has the formats, which are the same everywhere.
      ...(status.startsWith('2') ? contentText(content) : []),
    ];
  };

  const pageOf = (path: string, method: string, operation: Operation, isEvent: boolean): ReferencePage => {
    const { operationId, summary, description, tags, requestBody, responses } = operation;
    // Retries of events, for example.
    const about = document.tags.find(({ name }) => name === tags[0])?.description ?? '';
    const parameters = (operation.parameters ?? []).map(resolved);
    const given = requestBody?.content['application/json'];
    const rows = parameters.map((one) =>
      row(
        one.name,
        { ...one.schema, description: one.description ?? '' },
        one.required === true && !isEvent ? 'required' : '',
        [],
        isEvent,
        isEvent ? '' : `${one.in}, `,
      ),
    );
    const call = {
      method: method.toUpperCase(),
      path,
      parameters: parameters
        .filter((one) => one.in !== 'header')
        .map(({ name, in: place, required = false, schema }) => ({
          ...{ name, place, required },
          // A page cannot follow to the address of a file.
          value: name === 'redirect' ? 'false' : String((place === 'query' && schema.examples?.[0]) || ''),
        })),
      body: given && JSON.stringify(given.example ?? {}, undefined, 2),
    };
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      String(parameters.find((one) => one.name === name)?.example ?? name),
    );
    const asked = parameters.filter(
      (one) => one.in === 'query' && (one.required || one.schema.examples !== undefined),
    );
    const query = asked.map(
      ({ name, schema }) => `${name}=${encodeURIComponent(String(schema.examples?.[0] ?? name))}`,
    );
    const curl = [
      method === 'head' ? 'curl -sI' : 'curl -s',
      ['get', 'head'].includes(method) || (method === 'post' && given !== undefined)
        ? ''
        : `-X ${call.method}`,
      operation.security === undefined ? '-H "x-api-key: $KEY"' : '',
      query.length === 0
        ? `http://localhost:3000${filled}`
        : `"http://localhost:3000${filled}?${query.join('&')}"`,
      given === undefined ? '' : `-d '${(call.body ?? '').replaceAll("'", "'\\''")}'`,
    ];
    return {
      path: `${REFERENCE_FOLDER}/${kebab(operationId)}.md`,
      title: summary,
      tag: tags[0] ?? '',
      markdown: [
        ...(isEvent ? [] : [`---\ncall: ${JSON.stringify(call)}\n---`]),
        `# ${summary}`,
        raw(
          `<p class="call"><strong>${call.method}</strong> ${isEvent ? 'to the URL of your webhook' : code(path)}</p>${blocks(isEvent ? `${description}\n\n${about}` : description)}`,
        ),
        ...(isEvent
          ? []
          : ['## Call', fence('sh', curl.filter((part) => part !== '').join(' ')), '<TryIt />']),
        ...(rows.length === 0
          ? []
          : [`## ${isEvent ? 'Headers' : 'Parameters'}`, raw(`<ul class="members">${rows.join('')}</ul>`)]),
        ...(given === undefined
          ? []
          : ['## Body', raw(body(given.schema, isEvent)), ...(isEvent ? example(given) : [])]),
        `## ${isEvent ? 'Your answer' : 'Answers'}`,
        ...Object.entries(responses)
          .toSorted(([one], [other]) => one.localeCompare(other))
          .flatMap(responseText),
        '',
      ].join('\n\n'),
    };
  };

  return [
    ...Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => pageOf(path, method, operation, false)),
    ),
    ...Object.entries(document.webhooks).map(([name, { post }]) => pageOf(name, 'post', post, true)),
  ];
}

/** The operations of each tag, in the order of the description. */
export const byTag = (document: ApiDescription, pages: readonly ReferencePage[]) =>
  document.tags.map((tag) => ({ ...tag, pages: pages.filter((page) => page.tag === tag.name) }));

/** The first page of the reference: what holds for every operation, and a list of all. */
export function referenceIndex(document: ApiDescription): string {
  const lists = byTag(document, referencePages(document)).map(
    ({ name, description, pages }) =>
      `## ${name}\n\n${description}\n\n${pages
        .map(({ path, title }) => `- [${title}](${path.slice(REFERENCE_FOLDER.length + 1)})`)
        .join('\n')}\n`,
  );
  return `# API reference\n\n${document.info.description}\n\n${lists.join('\n')}`;
}
