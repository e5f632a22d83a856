import { ArnFormat, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { RATE_LIMITED, refusalBody, refusalStatus } from '../../shared/platform/http/refusal.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';

/**
 * Calls from one address in five minutes: 20,000 a minute, since an enterprise organization's calls may all leave by one
 * address; far below what guessing a key would need. A larger plan from one address needs this raised.
 */
const CALLS_PER_FIVE_MINUTES = 5 * 20_000;

/** Headers that a key is sent in. */
const KEY_HEADERS = ['authorization', 'x-api-key'];

/**
 * Refuses addresses that call too often, before they cost an authorizer run; answers the general family's 429. AWS's
 * common rules (size of bodies, addresses of metadata in them, scripts, user agents) only count: functions judge
 * requests by the interface, and what is a 400 there must not become a 403 here.
 */
export function addRateLimitingAcl(scope: Construct, api: RestApi, settings: EnvironmentSettings): void {
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
              responseHeaders: [
                { name: 'Retry-After', value: '300' },
                { name: 'X-Content-Type-Options', value: 'nosniff' },
              ],
            },
          },
        },
        visibilityConfig: visibility('CallsPerAddress'),
      },
      {
        name: 'common-rules',
        priority: 1,
        statement: {
          managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesCommonRuleSet' },
        },
        overrideAction: { count: {} },
        visibilityConfig: visibility('CommonRules'),
      },
    ],
  });
  new CfnWebACLAssociation(scope, 'WebAclAssociation', {
    webAclArn: acl.attrArn,
    resourceArn: api.deploymentStage.stageArn,
  });
  logMatches(scope, acl, settings);
}

/** Keeps a line of each request that a rule refused or counted, without its key. */
function logMatches(scope: Construct, acl: CfnWebACL, settings: EnvironmentSettings): void {
  const stack = Stack.of(scope);
  const ownId = Fn.select(2, Fn.split('/', stack.stackId));
  const logs = new LogGroup(scope, 'WebAclLogs', {
    // WAF wants the beginning; the stack's own id, so that the group of a stack before it is not in the way.
    logGroupName: `aws-waf-logs-freight-${settings.name}-${ownId}`,
    retention: settings.logRetentionDays,
    removalPolicy: settings.disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
  });
  new CfnLoggingConfiguration(scope, 'WebAclLogging', {
    resourceArn: acl.attrArn,
    // Not the group's own ARN, which ends in ":*": WAF takes none that does.
    logDestinationConfigs: [
      stack.formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName: logs.logGroupName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ],
    redactedFields: KEY_HEADERS.map((name) => ({ singleHeader: { Name: name } })),
    loggingFilter: {
      DefaultBehavior: 'DROP',
      Filters: [
        {
          Behavior: 'KEEP',
          Requirement: 'MEETS_ANY',
          Conditions: ['BLOCK', 'COUNT'].map((action) => ({ ActionCondition: { Action: action } })),
        },
      ],
    },
  });
}
