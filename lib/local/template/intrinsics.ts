import type { Template } from './cloud-assembly.ts';
import { arnOf, LOCAL_ACCOUNT, LOCAL_REGION, physicalId, queueUrl } from './local-names.ts';

/** Resource types with an explicit name, and the property that contains it. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::Stage': 'StageName',
  'AWS::SSM::Parameter': 'Name',
};

const PSEUDO: Readonly<Record<string, string | undefined>> = {
  'AWS::AccountId': LOCAL_ACCOUNT,
  'AWS::Region': LOCAL_REGION,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::NoValue': undefined,
};

/** Replaces intrinsic functions in a value by their local values. */
export type Resolve = (value: unknown) => unknown;

/**
 * Creates a resolver for one stack.
 * @param parameters values of AWS::SSM::Parameter of the stacks before it, by name.
 * @throws Error for an unknown function or reference.
 */
export function intrinsicsOf(
  stack: string,
  template: Template,
  parameters: ReadonlyMap<string, string>,
): Resolve {
  const text = (value: unknown) => String(resolve(value));

  const ref = (name: string): unknown => {
    if (Object.hasOwn(PSEUDO, name)) return PSEUDO[name];
    if (name === 'AWS::StackName') return stack;
    const resource = template.Resources[name];
    if (resource === undefined) {
      const value = parameters.get(template.Parameters?.[name]?.Default ?? '');
      if (value === undefined) throw new Error(`${stack} refers to the unknown ${name}`);
      return value;
    }
    const nameProperty = NAMED_BY[resource.Type];
    if (nameProperty !== undefined) return resolve(resource.Properties?.[nameProperty]);
    const id = physicalId(stack, name, resource.Type);
    return resource.Type === 'AWS::SQS::Queue' ? queueUrl(id) : id;
  };

  const attribute = ([id = '', ...names]: readonly string[]): string => {
    const name = names.join('.');
    const { Type = '' } = template.Resources[id] ?? {};
    const physical = physicalId(stack, id, Type);
    if (name === 'StreamArn') return `${arnOf(Type, physical)}/stream/local`;
    if (name === 'QueueName') return physical;
    return name === 'Arn' ? arnOf(Type, physical) : `${physical}-${name}`;
  };

  const functions: Readonly<Record<string, (argument: never) => unknown>> = {
    Ref: ref,
    'Fn::GetAtt': attribute,
    'Fn::Join': ([separator, parts]: [string, unknown]) => (resolve(parts) as unknown[]).join(separator),
    'Fn::Split': ([separator, whole]: [string, unknown]) => text(whole).split(separator),
    'Fn::Select': ([index, list]: [number | string, unknown]) => (resolve(list) as unknown[])[Number(index)],
    'Fn::Sub': (pattern: string) => pattern.replace(/\$\{([^}]+)\}/g, (_, name: string) => String(ref(name))),
  };

  const resolve: Resolve = (value) => {
    if (Array.isArray(value)) return value.map(resolve).filter((item) => item !== undefined);
    if (typeof value !== 'object' || value === null) return value;
    const [only, ...others] = Object.entries(value);
    if (only !== undefined && others.length === 0 && (only[0] === 'Ref' || only[0].startsWith('Fn::'))) {
      const evaluate = functions[only[0]];
      if (evaluate === undefined) throw new Error(`${stack} uses the unknown function ${only[0]}`);
      return evaluate(only[1] as never);
    }
    const entries = Object.entries(value).map(([key, inner]) => [key, resolve(inner)] as const);
    return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
  };
  return resolve;
}
