import { isDeepStrictEqual } from 'node:util';
import type { StackTemplate } from './deployed-stacks.ts';

/**
 * Types whose resources hold data, or are known to callers by an id, and the properties whose change makes CloudFormation
 * replace them. A test compares the properties with the resource specification of CloudFormation.
 */
export const PROTECTED_TYPES: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::GlobalTable': ['KeySchema', 'LocalSecondaryIndexes', 'TableName'],
  'AWS::KMS::Key': [],
  'AWS::S3::Bucket': ['BucketName', 'BucketNamePrefix', 'BucketNamespace', 'ObjectLockEnabled'],
  'AWS::SQS::Queue': ['FifoQueue', 'QueueName'],
  'AWS::ApiGateway::RestApi': [],
  'AWS::ApiGateway::UsagePlan': [],
  'AWS::Backup::BackupVault': ['BackupVaultName', 'EncryptionKeyArn'],
};

export interface ReplacementRequest {
  /** New templates by stack name. */
  readonly templates: ReadonlyMap<string, StackTemplate>;
  /** Reads the deployed template; undefined for a stack that is not deployed. Rejects if AWS does not return it. */
  readonly deployedTemplate: (stackName: string) => Promise<StackTemplate | undefined>;
  /** Logical ids that may be removed or replaced. */
  readonly allowed: readonly string[];
}

/** @throws Error if a deployment would remove or replace a resource of a protected type. */
export async function checkReplacements(request: ReplacementRequest): Promise<void> {
  for (const [stack, template] of request.templates) {
    let deployed: StackTemplate | undefined;
    try {
      deployed = await request.deployedTemplate(stack);
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown error';
      throw new Error(
        `${stack}: its template cannot be read (${reason}), so a replaced table would not be noticed. Repeat the deployment, or permit cloudformation:GetTemplate.`,
      );
    }
    for (const [id, { Type, Properties = {} }] of Object.entries(deployed?.Resources ?? {})) {
      const properties = PROTECTED_TYPES[Type];
      if (properties === undefined || request.allowed.includes(id)) continue;
      const next = template.Resources?.[id];
      const changed = properties.find(
        (name) => !isDeepStrictEqual(Properties[name], next?.Properties?.[name]),
      );
      if (next?.Type === Type && changed === undefined) continue;
      const effect =
        next?.Type === Type
          ? `replace ${id} (${Type}), because ${changed} changes`
          : `remove ${id} (${Type})`;
      throw new Error(
        `${stack}: this deployment would ${effect}. Its data or its callers would be lost. If you want that, add -c replace=${id}`,
      );
    }
  }
}

/** The logical ids of `-c replace=ID,ID`. */
export const replaceableIds = ({ replace = '' }: Readonly<Record<string, unknown>>): readonly string[] =>
  String(replace)
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
