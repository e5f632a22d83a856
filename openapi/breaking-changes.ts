import type { Json } from './json-schema.ts';

type Node = Readonly<Record<string, unknown>>;
/** `request`: callers send it. `response`: callers read it. */
type Direction = 'request' | 'response';

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const node = (value: unknown): Node => (isNode(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const has = (object: Node, key: string): boolean => Object.hasOwn(object, key);

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Keywords whose value must not grow, or not shrink, in a request. */
const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
/** Keywords that must not appear or change in a request. */
const FIXED = ['pattern', 'format', 'multipleOf', 'uniqueItems'];

/** JSON types that a schema allows; undefined if it allows all. */
function typesOf(schema: Node): ReadonlySet<string> | undefined {
  const { type } = schema;
  if (typeof type === 'string') return new Set([type]);
  return Array.isArray(type) ? new Set(type.map(String)) : undefined;
}

const allowsType = (types: ReadonlySet<string> | undefined, type: string): boolean =>
  types === undefined || types.has(type) || (type === 'integer' && types.has('number'));

/** Values that a schema lists; undefined if it lists none. */
function valuesOf(schema: Node): readonly string[] | undefined {
  if (has(schema, 'const')) return [JSON.stringify(schema.const)];
  return Array.isArray(schema.enum) ? schema.enum.map((value) => JSON.stringify(value)) : undefined;
}

/**
 * Changes from one OpenAPI document to the next that break clients: removed operations, parameters, fields, statuses,
 * headers and listed values, narrowed requests, new required input, fields that responses may omit, types that responses
 * add, and another scope.
 */
export function breakingChanges(before: Json, after: Json): readonly string[] {
  const found: string[] = [];
  const report = (where: string, what: string) => void found.push(`${where}: ${what}`);

  const resolve = (root: Json, value: unknown): Node => {
    const given = node(value);
    if (typeof given.$ref !== 'string') return flat(root, given);
    const target = given.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((inner, key) => node(inner)[key.replaceAll('~1', '/').replaceAll('~0', '~')], root);
    return resolve(root, target);
  };

  /** A schema with the members of those that it extends. */
  const flat = (root: Json, { allOf, ...own }: Node): Node => {
    if (allOf === undefined) return own;
    const parts = [...list(allOf).map((part) => resolve(root, part)), own];
    return {
      ...Object.assign({}, ...parts),
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
      required: parts.flatMap(({ required }) => list(required)),
    };
  };

  const compareValues = (old: Node, now: Node, direction: Direction, where: string) => {
    const [values, next] = [valuesOf(old), valuesOf(now)];
    if (values !== undefined && next !== undefined) {
      for (const value of values) if (!next.includes(value)) report(where, `the value ${value} was removed`);
    }
    if (values === undefined && next !== undefined && direction === 'request')
      report(where, `only ${next.join(', ')} are allowed`);
  };

  const compareTypes = (old: Node, now: Node, direction: Direction, where: string) => {
    const [accepting, given] =
      direction === 'request' ? [typesOf(now), typesOf(old)] : [typesOf(old), typesOf(now)];
    const what = direction === 'request' ? 'no longer allowed' : 'new in the response';
    if (given === undefined) {
      if (accepting !== undefined && !has(direction === 'request' ? old : now, 'anyOf'))
        report(where, `other types than ${[...accepting].join(', ')} are ${what}`);
      return;
    }
    for (const type of given) if (!allowsType(accepting, type)) report(where, `the type ${type} is ${what}`);
  };

  const compareBounds = (old: Node, now: Node, where: string) => {
    for (const key of LOWER_BOUNDS) {
      if (has(now, key) && Number(now[key]) > Number(old[key] ?? Number.NEGATIVE_INFINITY)) {
        // A bound of 0 items, characters or members excludes nothing.
        if (Number(now[key]) > 0 || /imum$/i.test(key)) report(where, `${key} is ${String(now[key])} now`);
      }
    }
    for (const key of UPPER_BOUNDS) {
      if (has(now, key) && Number(now[key]) < Number(old[key] ?? Number.POSITIVE_INFINITY))
        report(where, `${key} is ${String(now[key])} now`);
    }
    for (const key of FIXED) {
      if (has(now, key) && now[key] !== old[key]) report(where, `${key} is ${String(now[key])} now`);
    }
  };

  const compareFields = (old: Node, now: Node, direction: Direction, where: string) => {
    const [fields, next] = [node(old.properties), node(now.properties)];
    const [required, nextRequired] = [list(old.required), list(now.required)];
    for (const [name, field] of Object.entries(fields)) {
      if (!has(next, name)) report(where, `the field ${name} was removed`);
      else compare(field, next[name], direction, `${where}.${name}`);
      if (
        direction === 'response' &&
        has(next, name) &&
        required.includes(name) &&
        !nextRequired.includes(name)
      )
        report(where, `the field ${name} may be missing`);
    }
    for (const name of nextRequired) {
      if (direction === 'request' && !required.includes(name))
        report(where, `the field ${String(name)} is required now`);
    }
  };

  /** Whether a change between two schemas breaks nothing. */
  const isCompatible = (old: unknown, now: unknown, direction: Direction): boolean => {
    const already = found.length;
    compare(old, now, direction, '');
    const breaks = found.length > already;
    found.length = already;
    return !breaks;
  };

  const compareOptions = (old: Node, now: Node, direction: Direction, where: string) => {
    const options = (schema: Node) => list(schema.anyOf ?? schema.oneOf ?? [schema]);
    const isRequest = direction === 'request';
    const [from, to] = isRequest ? [options(old), options(now)] : [options(now), options(old)];
    const [only, other] = [from[0], to[0]];
    // With one changed option on both sides, its faults say more.
    if (from.length === to.length) {
      from.forEach((option, index) => {
        const [first, second] = isRequest ? [option, to[index]] : [to[index], option];
        compare(first, second, direction, where);
      });
      return;
    }
    if (only === undefined || other === undefined) return;
    const unmatched = from.filter(
      (option) =>
        !to.some((one) =>
          isRequest ? isCompatible(option, one, direction) : isCompatible(one, option, direction),
        ),
    );
    if (unmatched.length > 0)
      report(where, isRequest ? 'an alternative was removed' : 'the response has a new alternative');
  };

  const compare = (oldValue: unknown, newValue: unknown, direction: Direction, where: string): void => {
    const [old, now] = [resolve(before, oldValue), resolve(after, newValue)];
    if (has(old, 'anyOf') || has(now, 'anyOf') || has(old, 'oneOf') || has(now, 'oneOf')) {
      compareOptions(old, now, direction, where);
      return;
    }
    compareTypes(old, now, direction, where);
    compareValues(old, now, direction, where);
    if (direction === 'request') compareBounds(old, now, where);
    compareFields(old, now, direction, where);
    for (const key of ['items', 'additionalProperties', 'propertyNames']) {
      if (isNode(old[key]) && isNode(now[key])) compare(old[key], now[key], direction, `${where}[]`);
    }
  };

  const parametersOf = (root: Json, operation: Node) =>
    new Map(
      list(operation.parameters)
        .map((parameter) => resolve(root, parameter))
        .map((parameter) => [`${String(parameter.in)} ${String(parameter.name)}`, parameter]),
    );

  const contentOf = (holder: Node) => node(node(node(holder.content)['application/json']).schema);

  const compareOperation = (old: Node, now: Node, where: string) => {
    if (old.operationId !== now.operationId)
      report(where, `the operationId is ${String(now.operationId)} now`);
    if (old['x-required-scope'] !== now['x-required-scope'])
      report(where, `the scope ${String(now['x-required-scope'])} is required now`);
    const [parameters, next] = [parametersOf(before, old), parametersOf(after, now)];
    for (const [name, parameter] of parameters) {
      const other = next.get(name);
      if (other === undefined) report(where, `the parameter ${name} was removed`);
      else compare(parameter.schema, other.schema, 'request', `${where} ${name}`);
    }
    for (const [name, parameter] of next) {
      if (parameter.required === true && parameters.get(name)?.required !== true)
        report(where, `the parameter ${name} is required now`);
    }
    const [body, nextBody] = [resolve(before, old.requestBody), resolve(after, now.requestBody)];
    if (nextBody.required === true && body.required !== true) report(where, 'a body is required now');
    if (body.content !== undefined && nextBody.content !== undefined)
      compare(contentOf(body), contentOf(nextBody), 'request', `${where} body`);
    const [responses, nextResponses] = [node(old.responses), node(now.responses)];
    for (const [status, response] of Object.entries(responses)) {
      if (!has(nextResponses, status)) {
        report(where, `the status ${status} was removed`);
        continue;
      }
      const [first, second] = [resolve(before, response), resolve(after, nextResponses[status])];
      for (const name of Object.keys(node(first.headers))) {
        if (!has(node(second.headers), name)) report(`${where} ${status}`, `the header ${name} was removed`);
      }
      if (first.content !== undefined)
        compare(contentOf(first), contentOf(second), 'response', `${where} ${status}`);
    }
  };

  for (const [path, item] of Object.entries(node(before.paths))) {
    for (const method of METHODS.filter((one) => has(node(item), one))) {
      const where = `${method.toUpperCase()} ${path}`;
      const next = node(node(node(after.paths)[path])[method]);
      if (Object.keys(next).length === 0) report(where, 'the operation was removed');
      else compareOperation(node(node(item)[method]), next, where);
    }
  }
  for (const [event, item] of Object.entries(node(before.webhooks))) {
    const next = node(node(after.webhooks)[event]);
    if (Object.keys(next).length === 0) {
      report(`event ${event}`, 'the event was removed');
      continue;
    }
    const bodyOf = (root: Json, one: Node) => contentOf(resolve(root, node(one.post).requestBody));
    // Receivers read the body as callers read a response.
    compare(bodyOf(before, node(item)), bodyOf(after, next), 'response', `event ${event}`);
  }
  return [...new Set(found)];
}
