/**
 * Feature flags of the CDK. They are in code and not in cdk.json, so that tests and the local host synthesize the same
 * templates as the CDK command line.
 */
export const FEATURE_FLAGS: Readonly<Record<string, unknown>> = {
  // The CDK command line sets these two; they are part of the hash in the name of the API Gateway deployment.
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
  // Synthesis fails on templates that CloudFormation schemas reject, before a deployment starts.
  '@aws-cdk/core:validateAgainstDefaultRules': true,
  '@aws-cdk/core:validateSnapshotRemovalPolicy': true,
};
