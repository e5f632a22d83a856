import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type {
  DescribedSchema,
  FieldText,
  FieldTexts,
  NamedSchemas,
} from '../shared/platform/http/operation-description.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Members of a document, which has the shape that OpenAPI states; empty if they are absent. */
export const asJson = (value: unknown): Json => (value ?? {}) as Json;
export const asJsons = (value: unknown): Record<string, Json> => (value ?? {}) as Record<string, Json>;
/** The component that a reference names: "#/components/schemas/Quote" is "Quote". */
export const refName = (ref: unknown): string => String(ref).split('/').at(-1) ?? '';
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
/** `input`: what callers may send. `output`: what callers get; also query parameters, which are sent as texts. */
export type SchemaMode = 'input' | 'output';

type Schema = v.GenericSchema & {
  readonly pipe?: readonly (Schema & { readonly kind: string })[];
  readonly wrapped?: Schema;
  readonly entries?: Readonly<Record<string, Schema>>;
};

const SCHEMA_PATH = '#/components/schemas/';

const flatten = (schema: Schema): readonly Schema[] =>
  schema.pipe === undefined ? [schema] : schema.pipe.flatMap(flatten);

/** The schema in an `optionalField`; undefined for other schemas. */
function optionalFieldOf(schema: Schema): Schema | undefined {
  const { wrapped } = schema;
  if (schema.type === 'exact_optional' && wrapped !== undefined) return optionalFieldOf(wrapped);
  const [first, ...others] = flatten(schema);
  return first?.type === 'unknown' ? others.find(({ type }) => type === 'optional')?.wrapped : undefined;
}

/** Actions that JSON Schema cannot express. What they require is in the texts of the fields, or in metadata of the schema. */
const WITHOUT_KEYWORD = new Set([
  'check',
  'raw_check',
  'raw_transform',
  'readonly',
  'to_upper_case',
  'transform',
]);

function configOf(typeMode: SchemaMode, definitions: Record<string, v.GenericSchema>): ConversionConfig {
  const config: ConversionConfig = {
    typeMode,
    target: 'draft-2020-12',
    definitions,
    overrideRef: ({ referenceId }) => `${SCHEMA_PATH}${referenceId}`,
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (WITHOUT_KEYWORD.has(valibotAction.type)) return jsonSchema;
      // The pattern of a bounded text rejects only control characters, which no other pattern permits.
      const { requirement } = valibotAction as { readonly requirement?: unknown };
      return requirement instanceof RegExp && valibotAction.type === 'regex'
        ? { ...jsonSchema, pattern: requirement.source }
        : undefined;
    },
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      const { type, entries } = valibotSchema as Schema;
      switch (type) {
        case 'object':
        case 'strict_object':
          return withOptionalFields(jsonSchema, entries ?? {}, convert);
        case 'loose_object': {
          // A schema permits other members without a keyword.
          const { additionalProperties: _, ...others } = jsonSchema;
          return withOptionalFields(others, entries ?? {}, convert);
        }
        case 'tuple':
          return pairOf(jsonSchema);
        case 'union':
          return { ...jsonSchema, anyOf: constantsLast(jsonSchema.anyOf ?? []) };
        case 'record':
          return 'propertyNames' in jsonSchema && jsonSchema.propertyNames !== undefined
            ? withoutPlainNames(jsonSchema)
            : undefined;
        case 'intersect':
          // The other options of `mapOf` only add issues.
          return jsonSchema.allOf?.[0] as JsonSchema;
        case 'custom':
          return {};
        case 'literal': {
          // Some generators of clients write invalid code for a constant that is not a text.
          const { const: value, ...others } = jsonSchema;
          return typeof value === 'boolean' ? { ...others, type: 'boolean', enum: [value] } : undefined;
        }
        default:
          return undefined;
      }
    },
  };
  const convert = (schema: v.GenericSchema): JsonSchema => {
    // Optional fields contain no named schema. With the definitions, this would convert them again without end.
    const { $schema: _, $defs: __, ...converted } = toJsonSchema(schema, { ...config, definitions: {} });
    return converted;
  };
  return config;
}

/** An array of numbers of a fixed length, since many generators of clients cannot read `prefixItems`. */
function pairOf({ prefixItems = [], items: _, ...others }: JsonSchema): JsonSchema {
  const items = prefixItems.map((item) => Object(item) as JsonSchema);
  const lowest = Math.min(...items.map(({ minimum }) => minimum ?? -Infinity));
  const highest = Math.max(...items.map(({ maximum }) => maximum ?? Infinity));
  return {
    ...others,
    items: {
      type: 'number',
      ...(lowest > -Infinity && { minimum: lowest }),
      ...(highest < Infinity && { maximum: highest }),
    },
    minItems: items.length,
    maxItems: items.length,
  };
}

/** Generated clients take the first option that fits, and to some of them each text fits a constant. */
function constantsLast(options: NonNullable<JsonSchema['anyOf']>): NonNullable<JsonSchema['anyOf']> {
  const isConstant = (option: unknown) => 'const' in Object(option);
  return [...options.filter((option) => !isConstant(option)), ...options.filter(isConstant)];
}

/** Names of any text need no keyword. */
function withoutPlainNames({ propertyNames, ...others }: JsonSchema): JsonSchema {
  const names = Object(propertyNames) as JsonSchema;
  return names.enum === undefined ? others : { ...others, propertyNames: { enum: names.enum } };
}

/** Fields that callers may leave out are not required. That null and empty count as absent is in the text of the document. */
function withOptionalFields(
  jsonSchema: JsonSchema,
  entries: Readonly<Record<string, Schema>>,
  convert: (schema: v.GenericSchema) => JsonSchema,
): JsonSchema {
  const optional = Object.entries(entries).flatMap(([name, schema]) => {
    const inner = optionalFieldOf(schema);
    return inner === undefined ? [] : [[name, inner] as const];
  });
  const names = new Set(optional.map(([name]) => name));
  const required = (jsonSchema.required ?? []).filter((name) => !names.has(name));
  const { required: _, ...others } = jsonSchema;
  return {
    ...others,
    properties: {
      ...jsonSchema.properties,
      ...Object.fromEntries(optional.map(([name, inner]) => [name, convert(inner)])),
    },
    ...(required.length > 0 ? { required } : {}),
  };
}

export interface Converter {
  /** The JSON Schema of a described schema. @throws Error for a field without text, and for a text without field */
  readonly convert: (described: DescribedSchema, mode: SchemaMode, name: string) => Json;
  /** The named schemas. */
  readonly components: Readonly<Record<string, Json>>;
}

/** Converts schemas, with references to the named ones. */
export function createConverter(named: NamedSchemas, requests: ReadonlySet<string>): Converter {
  const definitions = Object.fromEntries(Object.entries(named).map(([name, { schema }]) => [name, schema]));
  const convertedIn = {
    input: toJsonSchemaDefs(definitions, configOf('input', definitions)),
    output: toJsonSchemaDefs(definitions, configOf('output', definitions)),
  };
  return {
    convert: ({ schema, fields }, mode, name) => {
      const { $schema: _, $defs: __, ...json } = toJsonSchema(schema, configOf(mode, definitions));
      return withTexts(json, fields, name);
    },
    components: Object.fromEntries(
      Object.entries(named).map(([name, { fields, description }]) => {
        const json = convertedIn[requests.has(name) ? 'input' : 'output'][name] ?? {};
        return [name, { description, ...withTexts({ ...json }, fields, name) }];
      }),
    ),
  };
}

/** A single value explains itself, as a reference does by the text of its schema. */
const isConstant = ({ const: value, enum: values }: Json) =>
  value !== undefined || (Array.isArray(values) && values.length === 1);

/** A copy of a JSON Schema with a text for each field. */
function withTexts(json: Json, fields: FieldTexts, name: string): Json {
  const used = new Set<string>();
  const missing: string[] = [];
  const apply = (schema: Json, path: string): Json => {
    const copy: Record<string, unknown> = { ...schema };
    const inner = (key: string, below: string, needed: boolean) => {
      const value = schema[key];
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        copy[key] = described(value as Json, below, needed);
    };
    if (schema.properties !== undefined) {
      copy.properties = Object.fromEntries(
        Object.entries(schema.properties as Record<string, Json>).map(([field, value]) => [
          field,
          described(value, path === '' ? field : `${path}.${field}`, true),
        ]),
      );
    }
    inner('items', `${path}[]`, false);
    inner('additionalProperties', `${path}.*`, true);
    return copy;
  };
  const described = (schema: Json, path: string, needed: boolean): Json => {
    const text: FieldText | undefined = fields[path];
    if (text === undefined) {
      if (needed && !isConstant(schema) && schema.$ref === undefined) missing.push(path);
      return apply(schema, path);
    }
    used.add(path);
    const { description, ...keywords } = typeof text === 'string' ? { description: text } : text;
    // A date needs no other bounds of its text.
    const { pattern: _, maxLength: __, ...unbounded } = schema;
    const whole = keywords.format === 'date' ? unbounded : schema;
    return { description, ...apply({ ...whole, ...keywords }, path) };
  };
  const result = apply(json, '');
  const unknown = Object.keys(fields).filter((path) => !used.has(path));
  if (missing.length > 0) throw new Error(`${name}: fields without text: ${missing.join(', ')}`);
  if (unknown.length > 0) throw new Error(`${name}: texts without field: ${unknown.join(', ')}`);
  return result;
}
