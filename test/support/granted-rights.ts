import { physicalId } from '../../lib/local/template/local-names.ts';
import {
  intrinsicsOf,
  type Resolve,
  readCloudAssembly,
  readServiceModel,
  type StackTemplate,
} from '../../lib/local/template/service-model.ts';
import { policiesOf } from './policies-of-roles.ts';

/** A right that the template grants to the role of a function. */
export interface RightGranted {
  /** Physical name of the function. */
  readonly functionName: string;
  /** "dynamodb:PutItem" */
  readonly action: string;
  /** ARN. */
  readonly resource: string;
  /** Patterns of the allowed partition keys. */
  readonly leadingKeys?: readonly string[];
}

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** A statement with this condition applies only to the code of the function: calls by Lambda do not have this key. */
const OWN_CODE = ['ArnLike', 'lambda:SourceFunctionArn'] as const;

const LEADING_KEYS = ['ForAllValues:StringLike', 'dynamodb:LeadingKeys'] as const;
const ATTRIBUTES = ['ForAllValues:StringEquals', 'dynamodb:Attributes'] as const;

/**
 * The rights that the policies of a synthesized assembly grant to the code of each function, without the rights that
 * they grant only to Lambda on behalf of the function.
 * @throws Error for an unsupported kind of statement.
 */
export function grantedRights(assemblyDir: string): RightGranted[] {
  // Each stack publishes its values before the next one reads them.
  const { parameters } = readServiceModel(assemblyDir);
  return readCloudAssembly(assemblyDir).flatMap((stack) =>
    rightsIn(stack, intrinsicsOf(stack.name, stack.template, parameters)),
  );
}

function rightsIn({ name: stack, template }: StackTemplate, resolve: Resolve): RightGranted[] {
  const resources = Object.entries(template.Resources);
  const functionsOf = (roleId: string): string[] =>
    resources
      .filter(
        ([, { Type, Properties }]) =>
          Type === 'AWS::Lambda::Function' &&
          JSON.stringify(Properties?.Role) === `{"Fn::GetAtt":["${roleId}","Arn"]}`,
      )
      .map(([id, { Type }]) => physicalId(stack, id, Type));
  return policiesOf(template).flatMap(([, { Properties }]) => {
    const { Statement } = resolve(Properties.PolicyDocument) as { Statement: readonly Statement[] };
    return Properties.Roles.flatMap(({ Ref }) => functionsOf(Ref)).flatMap((functionName) =>
      ofOwnCode(Statement)
        .flatMap(rightsOf)
        .map((right) => ({ functionName, ...right })),
    );
  });
}

/** The Allow statements, without the actions that are denied to the code of the function. */
function ofOwnCode(statements: readonly Statement[]): Statement[] {
  const [operator, key] = OWN_CODE;
  const isDenial = ({ Effect, Resource, Condition }: Statement) =>
    Effect === 'Deny' && Resource === '*' && Condition?.[operator]?.[key] !== undefined;
  const denied = new Set(statements.filter(isDenial).flatMap(({ Action }) => Action));
  return statements
    .filter((statement) => !isDenial(statement))
    .map((statement) => ({
      ...statement,
      Action: [statement.Action].flat().filter((action) => !denied.has(action)),
    }));
}

function rightsOf(statement: Statement): Omit<RightGranted, 'functionName'>[] {
  const { Effect, Action, Resource, Condition, ...other } = statement;
  if (Effect !== 'Allow' || Action === undefined || Resource === undefined || Object.keys(other).length > 0) {
    throw new Error(`This statement is not understood: ${JSON.stringify(statement)}`);
  }
  const leadingKeys = leadingKeysOf(Condition);
  return [Action].flat().flatMap((action) =>
    [Resource].flat().map((resource) => ({
      action,
      resource,
      ...(leadingKeys === undefined ? {} : { leadingKeys }),
    })),
  );
}

function leadingKeysOf(condition: Statement['Condition']): readonly string[] | undefined {
  if (condition === undefined) return undefined;
  const [operator, key] = LEADING_KEYS;
  const patterns = condition[operator]?.[key];
  const [equals, attributes] = ATTRIBUTES;
  const names = condition[equals]?.[attributes];
  const understood = {
    [operator]: { [key]: patterns },
    ...(names && { [equals]: { [attributes]: names } }),
    Null: { [key]: 'false', ...(names && { [attributes]: 'false' }) },
  };
  if (patterns === undefined || JSON.stringify(condition) !== JSON.stringify(understood)) {
    throw new Error(`This condition is not understood: ${JSON.stringify(condition)}`);
  }
  return [patterns].flat();
}
