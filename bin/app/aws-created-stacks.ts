import { CloudFormationClient, paginateDescribeStacks, type Stack } from '@aws-sdk/client-cloudformation';
import { requestSettings } from '../../shared/platform/aws/request-settings.ts';

const LIMITS = { timeoutMs: 5_000, attempts: 2 };

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
