/**
 * The CDK's feature flags, set in code and not in cdk.json: a template that is synthesized for tests and for the local
 * host must be the one that the CDK command line would deploy.
 */
export const FEATURE_FLAGS: Readonly<Record<string, unknown>> = {
  // The command line asks for these two; API Gateway's deployment is named by a hash that they are part of.
  'aws:cdk:enable-asset-metadata': true,
  'aws:cdk:enable-path-metadata': true,
  '@aws-cdk/aws-apigateway:disableCloudWatchRole': true,
  '@aws-cdk/aws-apigateway:requestValidatorUniqueId': true,
  '@aws-cdk/aws-iam:minimizePolicies': true,
  '@aws-cdk/aws-iam:standardizedServicePrincipals': true,
  '@aws-cdk/aws-lambda:recognizeLayerVersion': true,
  '@aws-cdk/aws-lambda:recognizeVersionProps': true,
  '@aws-cdk/core:checkSecretUsage': true,
  '@aws-cdk/core:target-partitions': ['aws'],
  // What CloudFormation's own schemas refuse ends a synthesis, before a deployment meets it half-way.
  '@aws-cdk/core:validateAgainstDefaultRules': true,
  '@aws-cdk/core:validateSnapshotRemovalPolicy': true,
};
