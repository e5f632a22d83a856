import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };

/**
 * Feature flags of the CDK: AWS's recommendation for new projects, apart from the flags below. They are
 * in code and not in cdk.json, so that tests and the local host synthesize the same templates as the CDK command line.
 */
export const FEATURE_FLAGS: Readonly<Record<string, unknown>> = {
  ...recommended,
  // The CDK command line sets these two; they are part of the hash in the name of the API Gateway deployment.
  'aws:cdk:enable-asset-metadata': true,
  'aws:cdk:enable-path-metadata': true,
  '@aws-cdk/core:target-partitions': ['aws'],
  // A validated synthesis fails on templates that CloudFormation schemas reject.
  '@aws-cdk/core:validateAgainstDefaultRules': true,
  '@aws-cdk/core:validateSnapshotRemovalPolicy': true,
  // The tags of the app are also tags of its stacks: CloudFormation passes them on to resources without a tag property.
  '@aws-cdk/core:explicitStackTags': false,
  // Nothing uses the default security group, and closing it takes a function with rights to change security groups.
  '@aws-cdk/aws-ec2:restrictDefaultSecurityGroup': false,
  // It records construct properties for AWS's usage statistics, which this app does not report.
  '@aws-cdk/core:enableAdditionalMetadataCollection': false,
};
