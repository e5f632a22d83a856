import type * as v from 'valibot';
import { ignoredFieldsWarnings, showName } from './invalid-parameters.ts';

/** What schemas that have others show of them. */
type Inner = v.GenericSchema & {
  readonly pipe?: readonly v.GenericSchema[];
  readonly wrapped?: v.GenericSchema;
  readonly item?: v.GenericSchema;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
};

/** Paths of the fields of a body that its schema lacks, each once: `lanes[].weight`. Alternatives are not searched. */
function unknownFields(schema: Inner, value: unknown, path = '', found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  const { pipe = [], wrapped, item, entries } = schema;
  if (wrapped) unknownFields(wrapped, value, path, found);
  // A pipe of an object has its entries too; a pipe that begins with a check has them in a later part.
  if (!entries && !item)
    for (const part of pipe)
      if (part.kind === 'schema' && part !== pipe[0]) unknownFields(part, value, path, found);
  if (item && Array.isArray(value)) for (const one of value) unknownFields(item, one, `${path}[]`, found);
  if (!entries || Array.isArray(value) || schema.type === 'loose_object') return found;
  for (const [name, one] of Object.entries(value)) {
    const at = `${path}${path === '' ? '' : '.'}${showName(name)}`;
    if (Object.hasOwn(entries, name)) unknownFields(entries[name] as Inner, one, at, found);
    else found.add(at);
  }
  return found;
}

type Answer = Readonly<Record<string, unknown>>;
const withWarnings = <Of extends Answer>(of: Of, more: readonly string[]): Of => ({
  ...of,
  warnings: [...((of.warnings as readonly string[] | undefined) ?? []), ...more],
});

/**
 * The answer with a warning that names what the body has and the operation does not know. It stands in `warnings` of the
 * answer or of its `data`, where the schema of the answer has them; for a list of lanes, in the analysis of each.
 */
export function warnOfIgnoredFields<Body>(
  { schema, ignored = [] }: { readonly schema: v.GenericSchema; readonly ignored?: readonly string[] },
  body: unknown,
  response: v.GenericSchema,
  answer: Body,
): Body {
  const { data } = answer as Answer;
  if (Array.isArray(body) && Array.isArray(data)) {
    const { item = schema } = schema as Inner;
    const warned = data.map((lane: { readonly analysis: Answer }, index) => {
      const warnings = ignoredFieldsWarnings([...unknownFields(item, body[index])]);
      return warnings.length === 0 ? lane : { ...lane, analysis: withWarnings(lane.analysis, warnings) };
    });
    return { ...answer, data: warned };
  }
  const warnings = ignoredFieldsWarnings(
    [...unknownFields(schema, body)].filter((name) => !ignored.includes(name)),
  );
  if (warnings.length === 0) return answer;
  const { entries = {} } = response as Inner;
  if (entries.warnings) return withWarnings(answer as Answer, warnings) as Body;
  if ((entries.data as Inner | undefined)?.entries?.warnings) {
    return { ...answer, data: withWarnings(data as Answer, warnings) };
  }
  return answer;
}
