import type { Json } from './json-schema.ts';

type Node = Readonly<Record<string, unknown>>;
/** `request`: callers send it. `response`: callers read it. */
type Direction = 'request' | 'response';

const node = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Keywords that narrow a request: greater or smaller ones accept less. */
const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const FIXED = ['pattern', 'format', 'multipleOf', 'uniqueItems'];

/** A place in the document, such as "POST /api/v1/quotes body.origin", and what holds there. */
interface Fact {
  readonly where: string;
  readonly what: string;
}

interface Contract {
  /** The places that exist. */
  readonly places: Set<string>;
  /** What must not disappear, by its text. */
  readonly promises: Map<string, Fact>;
  /** What must not be added at a place that exists. */
  readonly demands: Map<string, Fact>;
  /** Bounds of requests, by place and keyword; a smaller number accepts less. */
  readonly bounds: Map<string, Fact & { readonly room: number }>;
}

/** What a description promises to clients, and what it demands of them. */
function contractOf(document: Json): Contract {
  const contract: Contract = {
    places: new Set(),
    promises: new Map(),
    demands: new Map(),
    bounds: new Map(),
  };
  const promise = (where: string, what: string) =>
    contract.promises.set(`${where}: ${what}`, { where, what: `${what} was removed` });
  const demand = (where: string, what: string) => contract.demands.set(`${where}: ${what}`, { where, what });

  const resolve = (value: unknown): Node => {
    const { $ref } = node(value);
    if (typeof $ref !== 'string') return node(value);
    const keys = $ref.slice(2).split('/');
    return resolve(keys.reduce<unknown>((inner, key) => node(inner)[key], document));
  };

  const addSchema = (value: unknown, direction: Direction, where: string, outer: readonly Node[] = []) => {
    const schema = resolve(value);
    // A schema can contain itself.
    if (outer.includes(schema)) return;
    const inside = [...outer, schema];
    contract.places.add(where);
    const isRequest = direction === 'request';
    for (const part of list(schema.allOf)) addSchema(part, direction, where, inside);
    const options = list(schema.anyOf ?? schema.oneOf);
    options.forEach((option, index) => {
      // A value that may also be null keeps its place.
      const isNull = resolve(option).type === 'null';
      const place = isNull || options.length === 2 ? where : `${where}|${index + 1}`;
      if (place !== where) (isRequest ? promise : demand)(where, `the alternative ${index + 1}`);
      addSchema(option, direction, place, inside);
    });
    for (const type of [schema.type ?? []].flat()) {
      (isRequest ? promise : demand)(where, `the type ${String(type)}`);
    }
    const values = 'const' in schema ? [schema.const] : list(schema.enum);
    for (const one of values) promise(where, `the value ${JSON.stringify(one)}`);
    if (isRequest) {
      if (values.length > 0) demand(where, 'only listed values are allowed');
      for (const key of FIXED.filter((name) => name in schema))
        demand(where, `${key} ${String(schema[key])}`);
      for (const [keys, sign] of [[LOWER_BOUNDS, -1] as const, [UPPER_BOUNDS, 1] as const]) {
        for (const key of keys.filter((name) => Number(schema[name] ?? 0) !== 0)) {
          const what = `${key} is ${String(schema[key])} now`;
          contract.bounds.set(`${where}: ${key}`, { where, what, room: sign * Number(schema[key]) });
        }
      }
    }
    for (const [name, field] of Object.entries(node(schema.properties))) {
      promise(where, `the field ${name}`);
      addSchema(field, direction, `${where}.${name}`, inside);
    }
    for (const name of list(schema.required)) {
      if (isRequest) demand(where, `the field ${String(name)} is required`);
      else promise(where, `the certain presence of the field ${String(name)}`);
    }
    for (const key of ['items', 'additionalProperties']) {
      if (Object.keys(node(schema[key])).length > 0) addSchema(schema[key], direction, `${where}[]`, inside);
    }
  };
  const schemaOf = ({ content }: Node) => node(node(content)['application/json']).schema;

  const addOperation = (operation: Node, where: string) => {
    contract.places.add(where);
    promise(where, `the operationId ${String(operation.operationId)}`);
    demand(where, /Required scopes?: .*/.exec(String(operation.description))?.[0] ?? 'no scope');
    for (const parameter of list(operation.parameters).map(resolve)) {
      const name = `${String(parameter.in)} ${String(parameter.name)}`;
      promise(where, `the parameter ${name}`);
      if (parameter.required === true) demand(where, `the parameter ${name} is required`);
      addSchema(parameter.schema, 'request', `${where} ${name}`);
    }
    const body = resolve(operation.requestBody);
    if (body.required === true) demand(where, 'a body is required');
    if (body.content !== undefined) addSchema(schemaOf(body), 'request', `${where} body`);
    for (const [status, value] of Object.entries(node(operation.responses))) {
      const response = resolve(value);
      promise(where, `the status ${status}`);
      for (const name of Object.keys(node(response.headers)))
        promise(`${where} ${status}`, `the header ${name}`);
      if (response.content !== undefined) addSchema(schemaOf(response), 'response', `${where} ${status}`);
    }
  };

  for (const [path, item] of Object.entries(node(document.paths))) {
    for (const [method, operation] of Object.entries(node(item))) {
      promise('the API', `${method.toUpperCase()} ${path}`);
      addOperation(node(operation), `${method.toUpperCase()} ${path}`);
    }
  }
  for (const [event, item] of Object.entries(node(document.webhooks))) {
    promise('webhooks', `the event ${event}`);
    // Receivers read the body as callers read a response.
    addSchema(schemaOf(resolve(node(node(item).post).requestBody)), 'response', `event ${event}`);
  }
  return contract;
}

/**
 * Changes from one OpenAPI document to the next that break clients: removed operations, parameters, fields, statuses,
 * headers and listed values, narrowed requests, new required input, fields that responses may omit, types that responses
 * add, and another scope. Alternatives are compared by their position.
 */
export function breakingChanges(before: Json, after: Json): readonly string[] {
  const [old, now] = [contractOf(before), contractOf(after)];
  const found = [
    // What is inside of something that was removed is not named too.
    ...[...old.promises].filter(([text, { where }]) => !now.promises.has(text) && isKept(where, now)),
    ...[...now.demands].filter(([text, { where }]) => !old.demands.has(text) && old.places.has(where)),
    ...[...now.bounds].filter(
      ([text, { where, room }]) =>
        old.places.has(where) && room < (old.bounds.get(text)?.room ?? Number.POSITIVE_INFINITY),
    ),
  ];
  return found.map(([, { where, what }]) => `${where}: ${what}`);
}

const isKept = (where: string, { places }: Contract): boolean =>
  where === 'the API' || where === 'webhooks' || places.has(where);
