import { buildBundles } from '../../bin/build/bundles.ts';
import { synthesizedTemplates } from '../support/synthesized-templates.ts';

/** Variables that Lambda sets or that a client needs to initialize. */
const OF_LAMBDA = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
  AWS_LAMBDA_FUNCTION_NAME: 'bench',
};

/** Placeholders for values of a deployment. A function initializes even if these resources do not exist. */
function standIn(name: string): string {
  if (/_URL$|_ENDPOINT$/.test(name)) return 'https://none.example/123456789012/none';
  return name.endsWith('_KEY') ? 'arn:aws:kms:us-east-1:123456789012:key/none' : 'none';
}

/** The name of a template function in lib/functions/endpoints.ts; undefined for other resources and functions of the CDK. */
export function functionName(type: string, properties: unknown): string | undefined {
  if (type !== 'AWS::Lambda::Function') return undefined;
  return / ?: ([\w-]+)$/.exec(String(Object(properties).Description))?.[1];
}

/** The environment of each function in a deployment with all features, including a search domain. */
export async function lambdaEnvironments(): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const environments = new Map<string, Readonly<Record<string, string>>>();
  // The synthesis reads the bundles, and a fresh clone has none.
  await buildBundles();
  for (const { Resources } of Object.values(await synthesizedTemplates('staging'))) {
    for (const { Type, Properties } of Object.values(Resources)) {
      const name = functionName(Type, Properties);
      if (name === undefined) continue;
      const { Variables = {} } = Object(Properties.Environment) as { Variables?: Record<string, unknown> };
      const given = Object.entries(Variables).map(
        ([variable, value]) => [variable, typeof value === 'string' ? value : standIn(variable)] as const,
      );
      environments.set(name, { ...OF_LAMBDA, ...Object.fromEntries(given) });
    }
  }
  return environments;
}
