import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

/**
 * The arguments of a tool. Unknown arguments are rejected with the names of the known ones, because a language model would
 * not notice that an argument was ignored.
 */
export function toolArguments<const Entries extends v.ObjectEntries>(entries: Entries) {
  const names = Object.keys(entries).join(', ');
  return v.strictObject(entries, ({ expected }) => {
    if (expected === 'never') return `Unknown argument. Use only: ${names || 'none'}.`;
    return expected === 'Object' ? 'The arguments must be an object.' : 'This argument is required.';
  });
}

const converted = new WeakMap<v.GenericSchema, JsonSchema>();

/** The JSON Schema of a valibot schema, without rules that JSON Schema cannot express. Converted once. */
function jsonSchemaOf(schema: v.GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const known = converted.get(schema);
  if (known !== undefined) return known;
  const made = toJsonSchema(schema, { target: 'draft-2020-12', typeMode, errorMode: 'ignore' });
  converted.set(schema, made);
  return made;
}

type SdkSchema = StandardSchemaWithJSON<Record<string, unknown>, Record<string, unknown>>;

function sdkSchema(schema: v.GenericSchema, typeMode: 'input' | 'output', validate: unknown): SdkSchema {
  const jsonSchema = () => jsonSchemaOf(schema, typeMode);
  const standard = {
    ...schema['~standard'],
    validate,
    jsonSchema: { input: jsonSchema, output: jsonSchema },
  };
  return { '~standard': standard } as unknown as SdkSchema;
}

/** The arguments of a tool as the SDK takes them. */
export const inputSchema = (schema: v.GenericSchema): SdkSchema =>
  sdkSchema(schema, 'input', schema['~standard'].validate);

/** Structured content as the SDK takes it. The handler has checked the content: see `checkResponse`. */
export const outputSchema = (schema: v.GenericSchema): SdkSchema =>
  sdkSchema(schema, 'output', (value: unknown) => ({ value }));
