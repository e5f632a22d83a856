import { Validations } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { EnvironmentSettings } from '../settings/environments.ts';

/** Why the API may differ from what AWS's rule packs advise. */
export function acknowledgeApiFindings(api: RestApi, { tracing, webAcl }: EnvironmentSettings): void {
  Validations.of(api).acknowledge(
    {
      id: 'AwsSolutions-APIG2',
      reason:
        "Each function checks its request against a schema before anything else, and names all faults in the interface's own shape; a validator of the gateway would refuse with the general body, at the first fault.",
    },
    {
      id: 'AwsSolutions-COG4',
      reason:
        'Callers are programs with API keys, not people who sign in: a Lambda authorizer checks the key on every method, without a cache at the gateway.',
    },
    {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      reason:
        'API Gateway alone may take this role, to write access logs. The policy is the one that AWS prescribes for it, and the account has one such role for all of its APIs.',
    },
  );
  Validations.of(api.deploymentStage).acknowledge(
    {
      id: 'AwsSolutions-APIG6',
      reason:
        'Access logs have a line for every call, with the refusal if there was one. Execution logs would go to a group without retention or owner, and print what the authorizer hands on.',
    },
    {
      id: 'Serverless-APIGWDefaultThrottling',
      reason:
        "Each organization is throttled by its usage plan, and addresses by the web ACL where there is one; a limit of the stage's would let one organization use up what the others need.",
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

/** The same of a function that API Gateway calls. */
export function acknowledgeSynchronous(lambda: IFunction): void {
  Validations.of(lambda).acknowledge({
    id: 'Serverless-LambdaDLQ',
    reason:
      'API Gateway calls it and waits for its answer: the caller is told of a failure, and nothing is queued.',
  });
}
