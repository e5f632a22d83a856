import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { DESCRIPTION_FILE } from '../../bin/build/data-files.ts';
import { definition as mcp } from '../../functions/mcp/definition.ts';
import { PROBE_PATH } from '../../functions/probe/definition.ts';
import { readMoment } from '../../shared/platform/time/moment.ts';
import { readDay } from '../../shared/platform/time/utc-calendar.ts';
import { SHARED_QUOTES_PATH } from '../../shared/quotes/sharing/share-document.ts';

/** A call and its answer, as sent over HTTP. */
export interface DescribedCall {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly answer: { readonly status: number; readonly headers: Headers; readonly text: string };
}

type Json = Readonly<Record<string, unknown>>;

const JSON_TYPE = 'application/json';

interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly schema: Json;
}

interface Described {
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>;
}

interface Operation {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: Described;
  readonly responses: Readonly<Record<string, Described | { readonly $ref: string }>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly headers: Readonly<Record<string, { readonly schema: Json }>> };
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy in which objects have no fields but the described ones, with those of the schemas that they extend. */
function closed(description: Json): Json {
  const resolved = (part: unknown): Json => {
    const { $ref } = Object(part) as Json;
    if (typeof $ref !== 'string') return Object(part);
    return $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((inner, key) => Object(inner)[key], description) as Json;
  };
  /** The schema with the members of those that it extends. */
  const flat = (schema: Json): Json => {
    if (!Array.isArray(schema.allOf)) return schema;
    const { allOf, ...own } = schema;
    const parts = [...allOf.map((part) => flat(resolved(part))), own];
    return {
      ...Object.assign({}, ...parts),
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
      required: parts.flatMap(({ required }) => (Array.isArray(required) ? required : [])),
    };
  };
  const close = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(close);
    if (!isObject(value)) return value;
    const schema = flat(value);
    const copy = Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, close(inner)]));
    const isClosed = schema.type === 'object' && isObject(schema.properties);
    return isClosed && schema.additionalProperties === undefined
      ? { ...copy, additionalProperties: false }
      : copy;
  };
  return close(description) as Json;
}

/** A copy without the optional fields that count as absent. */
function withoutLeftOut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLeftOut);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null && inner !== '')
      .map(([key, inner]) => [key, withoutLeftOut(inner)]),
  );
}

function createAjv(description: unknown): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, multipleOfPrecision: 6 });
  ajv.addFormat('date', (text) => readDay(text) !== undefined);
  ajv.addFormat('date-time', (text) => readMoment(text, 'start') !== undefined);
  ajv.addFormat('uri', (text) => URL.canParse(text));
  ajv.addSchema(Object(description), 'description');
  return ajv;
}

const escaped = (key: string) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Checks calls against a description of the API. */
export function createCallCheck(description: Description) {
  const requests = createAjv(description);
  const responses = createAjv(closed(Object(description)));
  const compiled = new Map<string, ValidateFunction>();
  const headerNames = Object.keys(description.components.headers);

  const faultsOf = (ajv: Ajv2020, pointer: string, value: unknown): readonly string[] => {
    const id = `${ajv === requests} ${pointer}`;
    const validate = compiled.get(id) ?? ajv.compile({ $ref: `description#/${pointer}` });
    compiled.set(id, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };

  const resolved = (one: object, pointer: string): { readonly value: object; readonly pointer: string } => {
    if (!('$ref' in one)) return { value: one, pointer };
    const keys = String(one.$ref).slice(2).split('/');
    const value = keys.reduce<unknown>((inner, key) => Object(inner)[key], description);
    return { value: Object(value), pointer: keys.map(escaped).join('/') };
  };

  const find = (method: string, rawPath: string) => {
    const segments = rawPath.replace(/^\//, '').replace(/\/$/, '').split('/');
    for (const [template, item] of Object.entries(description.paths)) {
      const parts = template.slice(1).split('/');
      const fits =
        parts.length === segments.length &&
        parts.every((part, index) =>
          part.startsWith('{') ? segments[index] !== '' : part === decoded(segments[index] ?? ''),
        );
      const operation = fits ? item[method.toLowerCase()] : undefined;
      if (operation !== undefined) return { template, operation };
    }
    return undefined;
  };

  const headerFaults = (
    described: Described,
    pointer: string,
    { headers }: DescribedCall['answer'],
  ): readonly string[] => {
    const given = headerNames.filter((name) => headers.has(name));
    const faults = given
      .filter((name) => described.headers?.[name] === undefined)
      .map((name) => `the header ${name} is not described`);
    const wrong = given.flatMap((name) => {
      const one = described.headers?.[name];
      if (one === undefined) return [];
      const { value, pointer: at } = resolved(one, `${pointer}/headers/${escaped(name)}`);
      return faultsOf(
        requests,
        `${at}/schema`,
        typed(headers.get(name) ?? '', (value as { schema?: Json }).schema),
      ).map((fault) => `the header ${name}${fault}`);
    });
    const missing = headers.has('X-Request-Id') ? [] : ['the header X-Request-Id is missing'];
    return [...faults, ...wrong, ...missing];
  };

  const responseFaults = (operation: Operation, pointer: string, answer: DescribedCall['answer']) => {
    const key = [String(answer.status), `${String(answer.status)[0]}XX`].find(
      (one) => operation.responses[one] !== undefined,
    );
    const response = key === undefined ? undefined : operation.responses[key];
    if (key === undefined || response === undefined) return [`the status ${answer.status} is not described`];
    const found = resolved(response, `${pointer}/responses/${key}`);
    const described = found.value as Described;
    const types = Object.keys(described.content ?? {});
    const given = answer.headers.get('content-type') ?? '';
    const type = types.find((one) => given.startsWith(one)) ?? types[0] ?? JSON_TYPE;
    const body =
      described.content === undefined
        ? answer.text === ''
          ? []
          : ['a body is not described']
        : faultsOf(
            responses,
            `${found.pointer}/content/${escaped(type)}/schema`,
            type === JSON_TYPE ? parsed(answer.text) : answer.text,
          );
    return [...body.map((fault) => `response${fault}`), ...headerFaults(described, found.pointer, answer)];
  };

  const requestFaults = (operation: Operation, pointer: string, call: DescribedCall) => {
    const query = new URLSearchParams(call.path.split('?')[1] ?? '');
    const faults = (operation.parameters ?? []).flatMap((one, index) => {
      const { value, pointer: at } = resolved(one, `${pointer}/parameters/${index}`);
      const { name, in: where, schema } = value as Parameter;
      const text = where === 'query' ? query.get(name) : where === 'header' ? call.headers.get(name) : null;
      // Empty query parameters count as absent.
      if (text === null || text === '') return [];
      return faultsOf(requests, `${at}/schema`, typed(text, schema)).map(
        (fault) => `${where} ${name}${fault}`,
      );
    });
    if (operation.requestBody === undefined || (call.body ?? '').trim() === '') return faults;
    const given = parsed((call.body ?? '').replace(/^\uFEFF/, ''));
    const at = `${pointer}/requestBody/content/${escaped(JSON_TYPE)}/schema`;
    const asGiven = faultsOf(requests, at, given);
    const body = asGiven.length === 0 ? [] : faultsOf(requests, at, withoutLeftOut(given));
    return [...faults, ...body.map((fault) => `request${fault}`)];
  };

  /** What a call and its answer have that the description does not allow. A rejected request need not fit. */
  return (call: DescribedCall): readonly string[] => {
    const { method, answer } = call;
    const rawPath = call.path.split('?')[0] ?? '';
    // Preflights are for browsers, MCP has a protocol of its own, and the receiver of the probe and shared sheets are no
    // operations.
    const isUndescribed = [PROBE_PATH, mcp.path].includes(rawPath) || rawPath.startsWith(SHARED_QUOTES_PATH);
    if (method === 'OPTIONS' || isUndescribed) return [];
    const found = find(method, rawPath);
    if (found === undefined) {
      const isRejected = [404, 400].includes(answer.status);
      const faults = faultsOf(responses, 'components/schemas/GeneralError', parsed(answer.text));
      return isRejected
        ? method === 'HEAD'
          ? []
          : faults
        : [`no operation is described, and the status is ${answer.status}`];
    }
    const pointer = `paths/${escaped(found.template)}/${method.toLowerCase()}`;
    return [
      ...responseFaults(found.operation, pointer, answer),
      ...(answer.status === 200 ? requestFaults(found.operation, pointer, call) : []),
    ];
  };
}

/** A text as the number that its schema requires. */
function typed(text: string, schema: Json | undefined): unknown {
  const isNumber = schema?.type === 'number' || schema?.type === 'integer';
  return isNumber && text.trim() !== '' ? Number(text) : text;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let check: ReturnType<typeof createCallCheck> | undefined;

/** Fails if a call or its answer is not as openapi.json describes them. */
export function assertDescribed(call: DescribedCall): void {
  check ??= createCallCheck(JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8')) as Description);
  const faults = check(call);
  if (faults.length === 0) return;
  const { method, path, answer } = call;
  throw new Error(
    `${method} ${path} ${answer.status} is not as openapi.json describes it: ${faults.join('; ')}\n${call.body?.slice(0, 1_000)}\n${answer.text.slice(0, 2_000)}`,
  );
}
