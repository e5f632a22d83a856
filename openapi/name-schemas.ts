import { capitalized, type Json } from './json-schema.ts';

/** Names of sets of values that several schemas share, and a schema property that has the set. */
export const NAMED_SETS = {
  EventName: ['Webhook', 'events'],
  DeliveryStatus: ['Delivery', 'status'],
  ContainerType: ['RateResult', 'equipment'],
  EquipmentType: ['Quote', 'equipment_type'],
  TerminalType: ['Terminal', 'type'],
  QuoteStatus: ['Quote', 'status'],
} as const;

type Schemas = Record<string, Json>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asJson = (value: unknown): Json => (isJson(value) ? value : {});

/** customer_reference -> CustomerReference */
const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join('');
/** entries -> entry, so that the schema of an item has a singular name. */
const singular = (text: string): string => text.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');

const isSet = ({ enum: values }: Json): boolean =>
  Array.isArray(values) && values.length > 1 && values.every((value) => typeof value === 'string');
const isMap = ({ additionalProperties }: Json): boolean => isJson(additionalProperties);
const isObject = ({ properties }: Json): boolean => isJson(properties);
const referenceTo = (name: string): string => `#/components/schemas/${name}`;

const EACH_OF = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;

/**
 * Moves the objects and sets of values inside schemas into components, each under the name of its parent and its member, so
 * that generators make readable types, and equal ones once.
 */
export function nameSchemas(document: Json): Json {
  const components = asJson(document.components);
  const named: Schemas = {};
  const names = new Map<string, string>();
  const original = asJson(components.schemas) as Schemas;
  const keyOf = (schema: Json): string => {
    const { description: _, examples: __, ...facts } = schema;
    return JSON.stringify(isSet(schema) ? schema.enum : facts);
  };

  for (const [name, [schema, property]] of Object.entries(NAMED_SETS)) {
    const member = asJson(asJson(original[schema]?.properties)[property]);
    const { enum: values } = { ...member, ...asJson(member.items) };
    if (!Array.isArray(values)) throw new Error(`${schema}.${property} has no set of values`);
    named[name] = { type: 'string', enum: values };
    names.set(keyOf(named[name]), name);
  }

  const freeName = (wanted: string): string => {
    let name = wanted;
    for (let count = 2; named[name] !== undefined || original[name] !== undefined; count++)
      name = `${wanted}${count}`;
    return name;
  };

  /** A reference to the component of a schema, with the text of the place where it stands. */
  const moved = (schema: Json, wanted: string): Json => {
    const { description, default: byDefault, ...rest } = schema;
    const body = isSet(rest) ? { type: 'string', ...rest } : rest;
    const key = keyOf(body);
    const name = names.get(key) ?? freeName(wanted);
    names.set(key, name);
    named[name] ??= isSet(body) || description === undefined ? body : { description, ...body };
    return {
      ...(description === undefined || description === named[name]?.description ? {} : { description }),
      $ref: referenceTo(name),
      ...(byDefault === undefined ? {} : { default: byDefault }),
    };
  };

  /** The schema, with references in place of the objects and sets inside it. */
  const inside = (schema: Json, name: string): Json => {
    const copy: Record<string, unknown> = { ...schema };
    if (isObject(schema)) {
      copy.properties = Object.fromEntries(
        Object.entries(asJson(schema.properties)).map(([property, value]) => [
          property,
          place(asJson(value), `${name}${pascal(property)}`),
        ]),
      );
    }
    if (isJson(schema.items)) copy.items = place(schema.items, singular(name));
    if (isJson(schema.additionalProperties))
      copy.additionalProperties = place(schema.additionalProperties, `${name}Value`);
    if (isJson(schema.propertyNames)) copy.propertyNames = place(schema.propertyNames, `${name}Name`);
    for (const keyword of EACH_OF) {
      const options = schema[keyword];
      if (!Array.isArray(options)) continue;
      copy[keyword] = options.map((option) =>
        keyword === 'allOf' && !isJson(asJson(option).properties)
          ? option
          : keyword === 'allOf'
            ? inside(option, name)
            : place(option, name),
      );
    }
    return copy;
  };

  /** The schema as it stands in another one. */
  const place = (schema: Json, name: string): Json => {
    const result = inside(schema, name);
    return isObject(result) || isMap(result) || isSet(result) ? moved(result, name) : result;
  };

  const schemas = Object.fromEntries(
    Object.entries(original).map(([name, schema]) => [name, inside(schema, name)]),
  );
  const isNew = newExamples();
  const content = (message: unknown, name: string): Json => ({
    ...asJson(message),
    content: Object.fromEntries(
      Object.entries(asJson(asJson(message).content)).map(([type, media]) => {
        const { example, ...others } = asJson(media);
        const schema = place(asJson(asJson(media).schema), name);
        const isShown = isNew(example) || name.endsWith('Body');
        return [type, { ...others, schema, ...(isShown && { example }) }];
      }),
    ),
  });
  const ofOperation = (operation: Json): Json => {
    const name = capitalized(String(operation.operationId));
    const { parameters, requestBody, responses } = operation;
    return {
      ...operation,
      ...(Array.isArray(parameters) && {
        parameters: parameters.map((parameter: Json) =>
          isJson(parameter.schema)
            ? {
                ...parameter,
                schema: place(parameter.schema, `${name}Query${pascal(String(parameter.name))}`),
              }
            : parameter,
        ),
      }),
      ...(isJson(requestBody) && { requestBody: content(requestBody, `${name}Body`) }),
      responses: Object.fromEntries(
        Object.entries(asJson(responses)).map(([status, response]) => [
          status,
          isJson(asJson(response).content) && status === '200'
            ? content(response, `${name}Result`)
            : response,
        ]),
      ),
    };
  };
  // First, so that the examples of events are those that are shown.
  const webhooks = Object.fromEntries(
    Object.entries(asJson(document.webhooks)).map(([name, item]) => {
      const { post } = item as { readonly post: Json };
      return [name, { post: { ...post, requestBody: content(post.requestBody, name) } }];
    }),
  );
  const paths = Object.fromEntries(
    Object.entries(asJson(document.paths)).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(asJson(item)).map(([method, operation]) => [method, ofOperation(asJson(operation))]),
      ),
    ]),
  );
  return {
    ...document,
    paths,
    webhooks,
    components: { ...components, schemas: withOwnParts(withBases({ ...schemas, ...named })) },
  };
}

const MIN_EXAMPLE_MEMBERS = 8;

/** Whether an example has other members than the earlier ones, so that a quote is shown once. */
function newExamples(): (example: unknown) => boolean {
  const shown: ReadonlySet<string>[] = [];
  const membersOf = (value: unknown): readonly string[] =>
    Object.entries(Object(value)).flatMap(([member, inner]) => [
      ...(Array.isArray(value) ? [] : [member]),
      ...(typeof inner === 'object' ? membersOf(inner) : []),
    ]);
  return (example) => {
    if (example === undefined) return false;
    const members = new Set(membersOf(example));
    const isKnown = shown.some(
      (one) => [...members].filter((member) => !one.has(member)).length <= members.size / 3,
    );
    shown.push(members);
    return members.size < MIN_EXAMPLE_MEMBERS || !isKnown;
  };
}

/** Moves the members of a schema that extends another one into `allOf`: some generators ignore them next to it. */
const withOwnParts = (schemas: Schemas): Schemas =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { allOf, description, ...own } = schema;
      const parts = Array.isArray(allOf) ? [...allOf, { type: 'object', ...own }] : undefined;
      return [name, parts === undefined ? schema : { description, allOf: parts }];
    }),
  );

/** Members that make a schema worth to be the base of another one. */
const MIN_BASE_MEMBERS = 4;

/** Schemas that have all members of another one, as extensions of it. */
function withBases(schemas: Schemas): Schemas {
  const plain = Object.entries(schemas).filter(
    ([, schema]) =>
      isObject(schema) && schema.allOf === undefined && schema.additionalProperties === undefined,
  );
  const membersOf = (schema: Json): ReadonlyMap<string, string> => {
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    return new Map(
      Object.entries(asJson(schema.properties)).map(([member, value]) => [
        member,
        JSON.stringify([value, required.has(member)]),
      ]),
    );
  };
  const members = new Map(plain.map(([name, schema]) => [name, membersOf(schema)]));
  const sizeOf = (name: string): number => members.get(name)?.size ?? 0;
  const extended = (name: string, schema: Json): Json => {
    const own = members.get(name);
    if (own === undefined) return schema;
    const bases = [...members]
      .filter(([base, inner]) => base !== name && inner.size >= MIN_BASE_MEMBERS && inner.size < own.size)
      .filter(([, inner]) => [...inner].every(([member, text]) => own.get(member) === text))
      .map(([base]) => base);
    const base = bases.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
    if (base === undefined) return schema;
    const isOwn = (member: unknown): boolean => members.get(base)?.has(String(member)) !== true;
    const { type, properties, required, ...others } = schema;
    const ownRequired = Array.isArray(required) ? required.filter(isOwn) : [];
    return {
      ...others,
      allOf: [{ $ref: referenceTo(base) }],
      type,
      properties: Object.fromEntries(Object.entries(asJson(properties)).filter(([member]) => isOwn(member))),
      ...(ownRequired.length > 0 && { required: ownRequired }),
    };
  };
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, extended(name, schema)]));
}
