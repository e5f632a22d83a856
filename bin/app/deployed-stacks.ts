import type { Stack } from '@aws-sdk/client-cloudformation';
import { requestSettings } from '../../shared/platform/aws/request-settings.ts';

const LIMITS = { timeoutMs: 5_000, attempts: 2 };

/** A CloudFormation template as the checks of a deployment read it. */
export interface StackTemplate {
  readonly Resources?: Readonly<
    Record<string, { readonly Type: string; readonly Properties?: Readonly<Record<string, unknown>> }>
  >;
}

/**
 * Reads the deployed templates of a region, each at most once; undefined for a stack that is not deployed. Permission:
 * `cloudformation:GetTemplate`.
 */
export function deployedTemplates(region: string) {
  const templates = new Map<string, Promise<StackTemplate | undefined>>();
  const read = async (StackName: string): Promise<StackTemplate | undefined> => {
    // Loaded only here: a synthesis without credentials does not need this SDK client.
    const { CloudFormationClient, CloudFormationServiceException, GetTemplateCommand } = await import(
      '@aws-sdk/client-cloudformation'
    );
    const client = new CloudFormationClient({ region, ...requestSettings(LIMITS) });
    const get = new GetTemplateCommand({ StackName, TemplateStage: 'Original' });
    try {
      return JSON.parse((await client.send(get)).TemplateBody ?? '{}') as StackTemplate;
    } catch (error) {
      // CloudFormation has no error of its own for an unknown stack.
      const isUnknown =
        error instanceof CloudFormationServiceException &&
        error.name === 'ValidationError' &&
        error.message.includes('does not exist');
      if (isUnknown) return undefined;
      throw error;
    } finally {
      client.destroy();
    }
  };
  return (stackName: string): Promise<StackTemplate | undefined> => {
    const template = templates.get(stackName) ?? read(stackName);
    templates.set(stackName, template);
    return template;
  };
}

/** CloudFormation can only delete a stack in these states: its creation failed, or did not end. */
const NOT_CREATED: readonly (string | undefined)[] = [
  'CREATE_FAILED',
  'CREATE_IN_PROGRESS',
  'REVIEW_IN_PROGRESS',
  'ROLLBACK_COMPLETE',
  'ROLLBACK_FAILED',
  'ROLLBACK_IN_PROGRESS',
  'DELETE_COMPLETE',
];

/**
 * The stacks of an environment that were created, without nested ones. Permission: `cloudformation:DescribeStacks`.
 * @returns undefined if AWS does not answer.
 */
export async function readCreatedStacks(
  region: string,
  environment: string,
): Promise<readonly Stack[] | undefined> {
  // Loaded only here: a synthesis without credentials does not need this SDK client.
  const { CloudFormationClient, paginateDescribeStacks } = await import('@aws-sdk/client-cloudformation');
  const client = new CloudFormationClient({ region, ...requestSettings(LIMITS) });
  const stacks: Stack[] = [];
  try {
    for await (const { Stacks = [] } of paginateDescribeStacks({ client }, {})) stacks.push(...Stacks);
  } catch {
    return undefined;
  }
  return stacks.filter(
    ({ StackName = '', StackStatus, ParentId }) =>
      StackName.startsWith(`freight-${environment}-`) &&
      ParentId === undefined &&
      !NOT_CREATED.includes(StackStatus),
  );
}
