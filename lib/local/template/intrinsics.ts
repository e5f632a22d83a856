import { LocalSetupError } from '../local-setup-error.ts';
import type { Template } from './cloud-assembly.ts';
import { arnOf, LOCAL_ACCOUNT, LOCAL_REGION, physicalId, queueUrl } from './local-names.ts';

/** Values that stacks publish for each other, collected while the stacks are read in order. */
export interface Published {
  /** Values of AWS::SSM::Parameter, by name. */
  readonly parameters: Map<string, string>;
  /** Values of exported outputs, by export name. */
  readonly exports: Map<string, string>;
}

/** Resource types with an explicit name, and the property that contains it. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::Stage': 'StageName',
  'AWS::SSM::Parameter': 'Name',
};

/** Replaces intrinsic functions in a value by their local values. */
export type Resolve = (value: unknown) => unknown;

/**
 * Creates a resolver for one stack.
 * @throws LocalSetupError for an unknown function or reference.
 */
export function intrinsicsOf(stack: string, template: Template, published: Published): Resolve {
  const pseudo: Readonly<Record<string, unknown>> = {
    'AWS::AccountId': LOCAL_ACCOUNT,
    'AWS::Region': LOCAL_REGION,
    'AWS::Partition': 'aws',
    'AWS::StackName': stack,
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::NoValue': undefined,
  };
  const unknown = (what: string) => new LocalSetupError(`${stack}: the local host does not know ${what}.`);
  const text = (value: unknown) => String(resolve(value));

  const parameter = (name: string): string | undefined => {
    const declared = template.Parameters?.[name];
    if (declared?.Default === undefined) return undefined;
    if (!declared.Type.startsWith('AWS::SSM::Parameter::Value')) return declared.Default;
    const value = published.parameters.get(declared.Default);
    if (value === undefined) throw unknown(`the parameter ${declared.Default}`);
    return value;
  };

  const ref = (name: string): unknown => {
    if (Object.hasOwn(pseudo, name)) return pseudo[name];
    const resource = template.Resources[name];
    const ownName = NAMED_BY[resource?.Type ?? ''];
    if (ownName !== undefined) return resolve(resource?.Properties?.[ownName]);
    if (resource?.Type === 'AWS::SQS::Queue') return queueUrl(physicalId(stack, name, resource.Type));
    const value = resource ? physicalId(stack, name, resource.Type) : parameter(name);
    if (value === undefined) throw unknown(`the reference ${name}`);
    return value;
  };

  const attribute = ([id = '', ...names]: readonly string[]): string => {
    const name = names.join('.');
    const type = template.Resources[id]?.Type;
    if (type === undefined) throw unknown(`the resource ${id}`);
    const physical = physicalId(stack, id, type);
    if (name === 'StreamArn') return `${arnOf(type, physical)}/stream/local`;
    if (name === 'QueueName') return physical;
    return name === 'Arn' ? arnOf(type, physical) : `${physical}-${name}`;
  };

  const substitute = (argument: unknown): string => {
    const [pattern, variables] = (Array.isArray(argument) ? argument : [argument, {}]) as [string, object];
    return pattern.replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal !== '') return `\${${name}}`;
      if (Object.hasOwn(variables, name)) return text((variables as Record<string, unknown>)[name]);
      return String(name.includes('.') ? attribute(name.split('.')) : ref(name));
    });
  };

  const functions: Readonly<Record<string, (argument: never) => unknown>> = {
    Ref: ref,
    'Fn::GetAtt': (argument: string | string[]) =>
      attribute(Array.isArray(argument) ? argument : argument.split('.')),
    'Fn::Join': ([separator, parts]: [string, unknown]) => (resolve(parts) as unknown[]).join(separator),
    'Fn::Split': ([separator, whole]: [string, unknown]) => text(whole).split(separator),
    'Fn::Select': ([index, list]: [number | string, unknown]) => {
      const value = (resolve(list) as unknown[])[Number(index)];
      if (value === undefined) throw unknown(`the item ${index} of a list`);
      return value;
    },
    'Fn::Sub': substitute,
    'Fn::ImportValue': (name: unknown) => {
      const value = published.exports.get(text(name));
      if (value === undefined) throw unknown(`the export ${text(name)}`);
      return value;
    },
  };

  const resolve: Resolve = (value) => {
    if (Array.isArray(value)) return value.map(resolve).filter((item) => item !== undefined);
    if (typeof value !== 'object' || value === null) return value;
    const [only, ...others] = Object.entries(value);
    if (only !== undefined && others.length === 0 && (only[0] === 'Ref' || only[0].startsWith('Fn::'))) {
      const evaluate = functions[only[0]];
      if (evaluate === undefined) throw unknown(`the function ${only[0]}`);
      return evaluate(only[1] as never);
    }
    const entries = Object.entries(value).map(([key, inner]) => [key, resolve(inner)] as const);
    return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
  };
  return resolve;
}
