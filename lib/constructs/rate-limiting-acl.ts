import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { RATE_LIMITED, refusalBody, refusalStatus } from '../../shared/http/refusal.ts';

/**
 * Calls from one address in five minutes: 20,000 a minute, since an enterprise organization's calls may all leave by one
 * address; far below what guessing a key would need. A larger plan from one address needs this raised.
 */
const CALLS_PER_FIVE_MINUTES = 5 * 20_000;

/** Refuses addresses that call too often, before they cost an authorizer run; answers the general family's 429. */
export function addRateLimitingAcl(scope: Construct, api: RestApi): void {
  const visibility = (metricName: string) => ({
    cloudWatchMetricsEnabled: true,
    sampledRequestsEnabled: false,
    metricName,
  });
  const acl = new CfnWebACL(scope, 'WebAcl', {
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: visibility('WebAcl'),
    customResponseBodies: {
      RateLimited: {
        contentType: 'APPLICATION_JSON',
        content: JSON.stringify(refusalBody('general', RATE_LIMITED)),
      },
    },
    rules: [
      {
        name: 'calls-per-address',
        priority: 0,
        statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit: CALLS_PER_FIVE_MINUTES } },
        action: {
          block: {
            customResponse: {
              responseCode: refusalStatus(RATE_LIMITED),
              customResponseBodyKey: 'RateLimited',
              responseHeaders: [{ name: 'Retry-After', value: '300' }],
            },
          },
        },
        visibilityConfig: visibility('CallsPerAddress'),
      },
    ],
  });
  new CfnWebACLAssociation(scope, 'WebAclAssociation', {
    webAclArn: acl.attrArn,
    resourceArn: api.deploymentStage.stageArn,
  });
}
