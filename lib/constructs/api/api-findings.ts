import { Validations } from 'aws-cdk-lib';
import type { Method, RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { EnvironmentSettings } from '../../settings/environments.ts';
import { acknowledgeNoDeadLetterQueue } from '../service-function.ts';

/** Reasons why the API does not follow some rules of the AWS rule packs. */
export function acknowledgeApiFindings(api: RestApi, { tracing, webAcl }: EnvironmentSettings): void {
  Validations.of(api).acknowledge(
    {
      id: 'AwsSolutions-APIG2',
      reason:
        'Each function validates its request against a schema first, and reports all errors in the error format of the operation; a gateway validator would reject with the general error body, at the first error.',
    },
    {
      id: 'AwsSolutions-COG4',
      reason:
        'Callers are programs with API keys, not people who sign in: a Lambda authorizer checks the key on every method, without a cache at the gateway.',
    },
    {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      reason:
        'Only API Gateway can assume this role, to write access logs. AWS prescribes the policy, and the account has one such role for all of its APIs.',
    },
  );
  Validations.of(api.deploymentStage).acknowledge(
    {
      id: 'AwsSolutions-APIG6',
      reason:
        'Access logs have a line for every call, with the error type if the gateway rejected it. Execution logs would go to a log group without retention or owner, and contain the context of the authorizer.',
    },
    {
      id: 'Serverless-APIGWDefaultThrottling',
      reason:
        'Usage plans throttle organizations, and the web ACL, if there is one, throttles IP addresses; with a limit on the stage, one organization could use up the limit of the others.',
    },
  );
  if (!webAcl) {
    Validations.of(api.deploymentStage).acknowledge({
      id: 'AwsSolutions-APIG3',
      reason:
        'A web ACL is a setting of the environment, on in prod. An environment without one serves no customers.',
    });
  }
  if (!tracing) {
    Validations.of(api.deploymentStage).acknowledge({
      id: 'Serverless-APIGWXrayEnabled',
      reason:
        'X-Ray is a setting of the environment, on in staging and prod. Here logs carry the request id.',
    });
  }
}

/** Acknowledges the authorization rules for a method that anybody may call. */
export function acknowledgeOpenMethod(method: Method, reason: string): void {
  Validations.of(method).acknowledge({ id: 'AwsSolutions-APIG4', reason });
}

/** Acknowledges the dead-letter queue rule for a function that API Gateway calls. */
export function acknowledgeSynchronous(lambda: IFunction): void {
  acknowledgeNoDeadLetterQueue(
    lambda,
    'API Gateway calls it synchronously: the caller gets the failure as the response, and nothing is queued.',
  );
}
