const NESTED = 'AWS::CloudFormation::Stack';

interface NestedResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly Metadata?: Readonly<Record<string, unknown>>;
}

interface NestableTemplate {
  readonly Parameters?: Readonly<Record<string, unknown>>;
  readonly Resources: Readonly<Record<string, NestedResource>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value?: unknown }>>;
}

/** Replaces references in a JSON value: `referenced` gives the value of a reference, or undefined to keep it. */
type Replace = (value: unknown) => unknown;

function replacing(referenced: (name: string, argument: unknown) => unknown): Replace {
  const replace: Replace = (value) => {
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const [only] = entries;
    const replaced = only !== undefined && entries.length === 1 ? referenced(only[0], only[1]) : undefined;
    if (replaced !== undefined) return replaced;
    return Object.fromEntries(entries.map(([key, inner]) => [key, replace(inner)]));
  };
  return replace;
}

/** The file of a nested stack's template in the cloud assembly. */
const fileOf = ({ Metadata }: NestedResource): string => String(Metadata?.['aws:asset:path']);

/**
 * A template with the resources of its nested stacks in place of these stacks, so that one model has all resources of a
 * deployment. References between the template and its nested stacks are resolved.
 * @param read reads a template of the cloud assembly by its file name; undefined keeps the nested stack.
 * @throws Error if two of the templates use one logical id for different things.
 */
export function inlineNestedStacks<Of extends NestableTemplate>(
  template: Of,
  read: (file: string) => Of | undefined,
): Of {
  let whole = template;
  for (const [id, nested] of Object.entries(template.Resources)) {
    if (nested.Type !== NESTED) continue;
    const own = read(fileOf(nested));
    if (own === undefined) continue;
    const inner = inlineNestedStacks(own, read);
    // From `whole`, since an earlier nested stack may have replaced references in the parameters.
    const { [id]: current, ...others } = whole.Resources;
    const given: Readonly<Record<string, unknown>> = Object(current?.Properties?.Parameters);
    const fromParent = replacing((name, argument) =>
      name === 'Ref' && Object.hasOwn(given, String(argument)) ? given[String(argument)] : undefined,
    );
    const { Resources: added, Outputs = {}, Parameters = {} } = fromParent(inner) as NestableTemplate;
    const declared = Object.fromEntries(
      Object.entries(Parameters).filter(([name]) => !Object.hasOwn(given, name)),
    );
    const fromNested = replacing((name, argument) => {
      if (name !== 'Fn::GetAtt') return undefined;
      const [from, attribute] = (Array.isArray(argument) ? argument : []) as string[];
      return from === id ? Outputs[String(attribute).replace('Outputs.', '')]?.Value : undefined;
    });
    whole = fromNested({
      ...whole,
      Parameters: merge(whole.Parameters ?? {}, declared),
      Resources: merge(others, added),
    }) as Of;
  }
  return whole;
}

/** Two nested stacks have constructs of the same kind and name at different paths. */
const withoutPath = (resource: unknown): string =>
  JSON.stringify({ ...Object(resource), Metadata: undefined });

function merge(one: object, other: object): object {
  for (const [id, value] of Object.entries(other)) {
    const taken: unknown = Object.hasOwn(one, id) ? one[id as keyof typeof one] : undefined;
    if (taken !== undefined && withoutPath(taken) !== withoutPath(value))
      throw new Error(`A nested stack uses the logical id ${id} of another stack.`);
  }
  return { ...one, ...other };
}
