import { ArnFormat, Fn, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { PROBE_PATH } from '../../functions/probe/definition.ts';
import {
  RATE_LIMITED,
  type Rejection,
  rejectionBody,
  rejectionStatus,
} from '../../shared/platform/http/rejection.ts';
import { SHARED_QUOTES_PATH } from '../../shared/quotes/sharing/share-document.ts';
import { SHARED_SHEET_ERRORS } from '../../shared/quotes/sheet/sheet-style.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';
import { CALLER_ADDRESS_HEADER, ORIGIN_SECRET_HEADER } from '../web/origin-headers.ts';
import { createOriginSecret } from './origin-secret.ts';
import { createLogGroup } from './retention.ts';

/** The service calls the receiver of its probe once in five minutes. */
const PROBE_CALLS_PER_FIVE_MINUTES = 100;

/** A person opens a sheet a few times. People behind one address share the limit. */
const SHARED_QUOTE_CALLS_PER_FIVE_MINUTES = 100;

/** Headers that contain an API key. */
const KEY_HEADERS = ['authorization', 'x-api-key'];

const NOT_FROM_DISTRIBUTION: Rejection = {
  kind: 'forbidden',
  message: 'This address is closed. Call the address in the documentation.',
};

/** How a rate rule finds the address of a caller: of the connection, or as the distribution states it. */
const addressesOf = ({ web }: EnvironmentSettings) =>
  web === undefined
    ? { aggregateKeyType: 'IP' }
    : {
        aggregateKeyType: 'FORWARDED_IP',
        // A call without the header did not come through the distribution, which the first rule blocks.
        forwardedIpConfig: { headerName: CALLER_ADDRESS_HEADER, fallbackBehavior: 'MATCH' },
      };

/**
 * Rejects addresses above the rate limit with a 429 in the general error format, before the authorizer runs; for share
 * links the limit is lower, and the 429 a page. The common
 * rules of AWS (body size, metadata addresses, scripts, user agents) only count, since functions validate requests: a 400
 * of the interface must not become a 403. With a distribution, the first rule blocks calls that did not come through it:
 * they could state any address.
 */
export function addRateLimitingAcl(scope: Construct, api: RestApi, settings: EnvironmentSettings): void {
  const visibility = (metricName: string) => ({
    cloudWatchMetricsEnabled: true,
    sampledRequestsEnabled: false,
    metricName,
  });
  const { web } = settings;
  const secret = web && createOriginSecret(Stack.of(scope), settings.name).secretValue.unsafeUnwrap();
  const acl = new CfnWebACL(scope, 'WebAcl', {
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: visibility('WebAcl'),
    customResponseBodies: {
      RateLimited: {
        contentType: 'APPLICATION_JSON',
        content: JSON.stringify(rejectionBody('general', RATE_LIMITED)),
      },
      SharedQuotesLimited: { contentType: 'TEXT_HTML', content: SHARED_SHEET_ERRORS.write('rate-limited') },
      ...(secret === undefined
        ? {}
        : {
            NotFromDistribution: {
              contentType: 'APPLICATION_JSON',
              content: JSON.stringify(rejectionBody('general', NOT_FROM_DISTRIBUTION)),
            },
          }),
    },
    rules: [
      ...(secret === undefined ? [] : [onlyFromDistribution(secret, visibility('NotFromDistribution'))]),
      {
        name: 'calls-per-address',
        priority: 1,
        statement: {
          rateBasedStatement: { ...addressesOf(settings), limit: 5 * settings.callsPerMinuteAndAddress },
        },
        action: limited('RateLimited'),
        visibilityConfig: visibility('CallsPerAddress'),
      },
      {
        name: 'shared-quote-calls-per-address',
        priority: 4,
        statement: {
          rateBasedStatement: {
            ...addressesOf(settings),
            limit: SHARED_QUOTE_CALLS_PER_FIVE_MINUTES,
            // The address of the API has the stage before it.
            scopeDownStatement: pathMatches('CONTAINS', `${SHARED_QUOTES_PATH}/`, 'URL_DECODE'),
          },
        },
        action: limited('SharedQuotesLimited', SHARED_SHEET_ERRORS.headers),
        visibilityConfig: visibility('SharedQuoteCallsPerAddress'),
      },
      ...(settings.probeMinutes === undefined
        ? []
        : [
            {
              name: 'probe-calls-per-address',
              priority: 2,
              statement: {
                rateBasedStatement: {
                  ...addressesOf(settings),
                  limit: PROBE_CALLS_PER_FIVE_MINUTES,
                  scopeDownStatement: pathMatches('ENDS_WITH', PROBE_PATH, 'NONE'),
                },
              },
              action: { block: {} },
              visibilityConfig: visibility('ProbeCallsPerAddress'),
            },
          ]),
      {
        name: 'common-rules',
        priority: 3,
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

const pathMatches = (positionalConstraint: string, searchString: string, type: 'NONE' | 'URL_DECODE') => ({
  byteMatchStatement: {
    ...{ positionalConstraint, searchString, fieldToMatch: { uriPath: {} } },
    textTransformations: [{ priority: 0, type }],
  },
});

/** Answers 429. A rate rule counts the last five minutes. */
const limited = (customResponseBodyKey: string, headers: Readonly<Record<string, string>> = {}) => ({
  block: {
    customResponse: {
      responseCode: rejectionStatus(RATE_LIMITED),
      customResponseBodyKey,
      responseHeaders: Object.entries({
        'Retry-After': '300',
        'X-Content-Type-Options': 'nosniff',
        ...headers,
      }).map(([name, value]) => ({ name, value })),
    },
  },
});

/** Blocks calls without the secret of the distribution, before any other rule. */
const onlyFromDistribution = (secret: string, visibilityConfig: CfnWebACL.VisibilityConfigProperty) => ({
  name: 'only-from-distribution',
  priority: 0,
  statement: {
    notStatement: {
      statement: {
        byteMatchStatement: {
          fieldToMatch: { singleHeader: { Name: ORIGIN_SECRET_HEADER } },
          positionalConstraint: 'EXACTLY',
          searchString: secret,
          textTransformations: [{ priority: 0, type: 'NONE' }],
        },
      },
    },
  },
  action: {
    block: {
      customResponse: {
        responseCode: rejectionStatus(NOT_FROM_DISTRIBUTION),
        customResponseBodyKey: 'NotFromDistribution',
        responseHeaders: [{ name: 'X-Content-Type-Options', value: 'nosniff' }],
      },
    },
  },
  visibilityConfig,
});

/** Logs each request that a rule blocked or counted, without its API key. */
function logMatches(scope: Construct, acl: CfnWebACL, settings: EnvironmentSettings): void {
  const stack = Stack.of(scope);
  const ownId = Fn.select(2, Fn.split('/', stack.stackId));
  const logs = createLogGroup(scope, 'WebAclLogs', settings, {
    // WAF requires the prefix. The stack id avoids a conflict with the retained log group of a deleted stack.
    logGroupName: `aws-waf-logs-freight-${settings.name}-${ownId}`,
  });
  new CfnLoggingConfiguration(scope, 'WebAclLogging', {
    resourceArn: acl.attrArn,
    // Not the ARN of the group, which ends in ":*": WAF rejects that.
    logDestinationConfigs: [
      stack.formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName: logs.logGroupName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ],
    redactedFields: [...KEY_HEADERS, ORIGIN_SECRET_HEADER].map((name) => ({ singleHeader: { Name: name } })),
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
