import {
  CloudFormationClient,
  CloudFormationServiceException,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import { requestSettings } from '../../shared/platform/aws/request-settings.ts';
import type { StackTemplate } from './stack-template.ts';

const LIMITS = { timeoutMs: 5_000, attempts: 2 };

/**
 * Reads the template with which a stack was last deployed; undefined if there is no such stack.
 * Permission: `cloudformation:GetTemplate`.
 */
export function createDeployedTemplateReader(region: string) {
  const client = new CloudFormationClient({ region, ...requestSettings(LIMITS) });
  return async (StackName: string): Promise<StackTemplate | undefined> => {
    try {
      const { TemplateBody = '{}' } = await client.send(
        new GetTemplateCommand({ StackName, TemplateStage: 'Original' }),
      );
      return JSON.parse(TemplateBody) as StackTemplate;
    } catch (error) {
      if (isUnknownStack(error)) return undefined;
      throw error;
    }
  };
}

/** CloudFormation has no error of its own for it. */
const isUnknownStack = (error: unknown): boolean =>
  error instanceof CloudFormationServiceException &&
  error.name === 'ValidationError' &&
  error.message.includes('does not exist');
