import { readFileSync } from 'node:fs';
import { PROBE_PATH } from '../../../functions/probe/definition.ts';
import { NOT_ALLOWED_BODY } from '../../../lib/constructs/api/open-methods.ts';
import type { Resource, Template } from '../../support/synthesized-templates.ts';
import {
  actionsOf,
  at,
  firstOf,
  type Property,
  resourcesOf,
  type Statement,
  statementsOf,
  unless,
} from './property.ts';

const FUNCTION = 'AWS::Lambda::Function';
const METHOD = 'AWS::ApiGateway::Method';
const STAGE = 'AWS::ApiGateway::Stage';
const RESPONSE = 'AWS::ApiGateway::GatewayResponse';
const _PLAN = 'AWS::ApiGateway::UsagePlan';
const ACL = 'AWS::WAFv2::WebACL';

/** Its log and traces. */
const RIGHTS_OF_ALL = [
  'logs:CreateLogStream',
  'logs:PutLogEvents',
  'xray:PutTraceSegments',
  'xray:PutTelemetryRecords',
];

/** Its settings, and the queue of runs that failed. */
const PROBE_RIGHTS = [...RIGHTS_OF_ALL, 'ssm:GetParameter', 'sqs:SendMessage'];

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

/** Rejections that come before or instead of the authorizer: they have no context to print. */
const WITHOUT_CONTEXT = [
  'AUTHORIZER_FAILURE',
  'AUTHORIZER_CONFIGURATION_ERROR',
  'API_CONFIGURATION_ERROR',
  'MISSING_AUTHENTICATION_TOKEN',
  'RESOURCE_NOT_FOUND',
  'REQUEST_TOO_LARGE',
  'WAF_FILTERED',
];

/** Rejections after the authorizer: they speak the path's family. */
const WITH_CONTEXT = ['ACCESS_DENIED', 'THROTTLED', 'QUOTA_EXCEEDED', 'INTEGRATION_TIMEOUT', 'DEFAULT_5XX'];

const STATUS: Readonly<Record<string, string>> = {
  ACCESS_DENIED: '401',
  INVALID_API_KEY: '500',
  MISSING_AUTHENTICATION_TOKEN: '404',
  REQUEST_TOO_LARGE: '400',
  THROTTLED: '429',
  QUOTA_EXCEEDED: '429',
  AUTHORIZER_FAILURE: '500',
  INTEGRATION_FAILURE: '500',
  INTEGRATION_TIMEOUT: '500',
  DEFAULT_5XX: '500',
};

const OPEN_METHODS = [
  `POST ${PROBE_PATH}`,
  'GET /openapi.json',
  'HEAD /openapi.json',
  'GET /shared-quotes/{token}',
];

const typeOf = (properties: Record<string, unknown>) => String(properties.ResponseType);
const bodyOf = (properties: Record<string, unknown>) =>
  String(at(properties, 'ResponseTemplates', 'application/json'));

/** API Gateway answers a mock integration itself: no function runs. */
const isFixed = ({ Integration }: Record<string, unknown>) => at(Integration, 'Type') === 'MOCK';

/** Whether a method needs no key and calls a function. */
function isOpen({ Resources }: Template, { Properties }: Resource): boolean {
  const own = Resources[String(at(Properties, 'ResourceId', 'Ref'))];
  const parent = Resources[String(at(own?.Properties, 'ParentId', 'Ref'))];
  const path = [parent, own].flatMap((each) => (each === undefined ? [] : [`/${each.Properties.PathPart}`]));
  return OPEN_METHODS.includes(`${Properties.HttpMethod} ${path.join('')}`);
}

/** Statements of the policies of a function, by the first part of their logical ids. */
const rightsOf = (api: Template, prefix: string): Statement[] =>
  statementsOf(api)
    .filter(([policy]) => policy.startsWith(prefix))
    .map(([, statement]) => statement);

const methodSettings = (api: Template) =>
  Object.values(Object(firstOf(api, STAGE).Properties.MethodSettings)) as object[];

export const GATEWAY_PROPERTIES: readonly Property[] = [
  {
    name: 'no operation can be called without the authorizer, except the receiver of the probe, the description and shared sheets',
    violations: ({ api }) =>
      unless(
        api,
        METHOD,
        (method) =>
          isFixed(method.Properties) ||
          isOpen(api, method) ||
          (method.Properties.AuthorizationType === 'CUSTOM' && method.Properties.AuthorizerId !== undefined),
      ),
  },
  {
    name: 'the gateway itself answers only the health check and the 405 of the MCP server',
    violations: ({ api }) => {
      const bodies = resourcesOf(api, METHOD)
        .map(([, { Properties }]) => Properties)
        .filter(isFixed)
        .map(({ HttpMethod, Integration }) => [
          HttpMethod,
          at(Integration, 'IntegrationResponses', 0, 'ResponseTemplates', 'application/json'),
        ]);
      const expected = [
        ['GET', NOT_ALLOWED_BODY],
        ['DELETE', NOT_ALLOWED_BODY],
        ['GET', '{"status":"ok","version":"$stageVariables.version"}'],
      ];
      return JSON.stringify(bodies) === JSON.stringify(expected) ? [] : [JSON.stringify(bodies)];
    },
  },
  {
    name: "every operation counts against its organization's throttle",
    violations: ({ api }) => [
      ...unless(
        api,
        METHOD,
        (method) =>
          isFixed(method.Properties) || isOpen(api, method) || method.Properties.ApiKeyRequired === true,
      ),
      ...unless(
        api,
        'AWS::ApiGateway::RestApi',
        ({ Properties }) => Properties.ApiKeySourceType === 'AUTHORIZER',
      ),
    ],
  },
  {
    name: 'the description of the API is throttled for all callers together',
    violations: ({ api }) => {
      const throttled = methodSettings(api).filter(
        (each) => at(each, 'ResourcePath') === '/~1openapi.json' && at(each, 'ThrottlingRateLimit') === 10,
      );
      return throttled.length === 2 ? [] : [`${throttled.length} of 2 methods are throttled`];
    },
  },
  {
    name: 'the open path is throttled, and calls only the probe, which has no right but to read its settings',
    violations: ({ api }) => {
      const throttle = methodSettings(api).find((each) => at(each, 'ResourcePath') === '/~1v1~1probe');
      const policies = rightsOf(api, 'probe').flatMap(actionsOf);
      return [
        ...(Number(at(throttle, 'ThrottlingRateLimit')) <= 50 ? [] : ['no throttle']),
        ...policies.filter((action) => !PROBE_RIGHTS.includes(action)),
        ...(policies.length === 0 ? ['no policy of the probe'] : []),
      ];
    },
  },
  {
    name: 'shared sheets are throttled for all callers together, and need no key',
    violations: ({ api }) => {
      const throttle = methodSettings(api).find(
        (each) => at(each, 'ResourcePath') === '/~1shared-quotes~1{token}',
      );
      const open = resourcesOf(api, METHOD).filter(
        ([id, { Properties }]) =>
          id.includes('sharedquotestoken') &&
          Properties.AuthorizationType === 'NONE' &&
          Properties.ApiKeyRequired === false,
      );
      return [
        ...(Number(at(throttle, 'ThrottlingRateLimit')) <= 50 &&
        Number(at(throttle, 'ThrottlingBurstLimit')) <= 100 &&
        at(throttle, 'HttpMethod') === 'GET'
          ? []
          : ['no throttle']),
        ...(open.length === 1 ? [] : [`${open.length} open methods`]),
      ];
    },
  },
  {
    name: 'the function of shared sheets reads, and changes only the views of share links',
    violations: ({ api }) => {
      const statements = rightsOf(api, 'readsharedquote').filter((statement) =>
        /dynamodb:/.test(actionsOf(statement).join()),
      );
      const updates = statements.filter(({ Action }) => Action === 'dynamodb:UpdateItem');
      const conditions = at(updates[0], 'Condition');
      return [
        ...statements
          .flatMap(actionsOf)
          .filter((action) => !/^dynamodb:(GetItem|Query|UpdateItem)$/.test(action)),
        ...(updates.length === 1 &&
        JSON.stringify(at(conditions, 'ForAllValues:StringEquals', 'dynamodb:Attributes')) ===
          JSON.stringify(['pk', 'sk', 'viewCount', 'lastViewedAt', 'tokenHash', 'expiresAt']) &&
        JSON.stringify(at(conditions, 'ForAllValues:StringLike', 'dynamodb:LeadingKeys')) === '["*#shares"]'
          ? []
          : ['other attributes or items of quotes']),
        ...(statements.length === 5 ? [] : [`${statements.length} rights on tables`]),
      ];
    },
  },
  {
    name: 'the authorizer is never cached by the gateway, where the other header would be ignored',
    violations: ({ api }) =>
      unless(
        api,
        'AWS::ApiGateway::Authorizer',
        ({ Properties }) => Properties.AuthorizerResultTtlInSeconds === 0 && Properties.Type === 'REQUEST',
      ),
  },
  {
    name: 'every rejection of the gateway has the status of the interface',
    violations: ({ api }) => {
      const responses = resourcesOf(api, RESPONSE).map(([, { Properties }]) => Properties);
      return Object.entries(STATUS)
        .filter(([type, status]) => !responses.some((r) => typeOf(r) === type && r.StatusCode === status))
        .map(([type]) => type);
    },
  },
  {
    name: 'rejections after the authorizer print what it prepared, those before it a fixed general body',
    violations: ({ api }) =>
      unless(api, RESPONSE, ({ Properties }) => {
        const [type, body] = [typeOf(Properties), bodyOf(Properties)];
        if (WITH_CONTEXT.includes(type)) return body.startsWith('$context.authorizer.');
        if (WITHOUT_CONTEXT.includes(type)) return JSON.parse(body).success === false;
        return true;
      }),
  },
  {
    name: 'a person with a share link sees a page where the gateway answers 404, 429 or 500',
    violations: ({ api }) =>
      unless(api, RESPONSE, ({ Properties }) => {
        const page = String(at(Properties, 'ResponseTemplates', 'text/html') ?? '');
        const isOwed = ['404', '429', '500'].includes(String(Properties.StatusCode));
        return isOwed ? page.startsWith('<!doctype html>') && !page.includes('$') : page === '';
      }),
  },
  {
    name: 'no rejection of the gateway may be read as another type than its own',
    violations: ({ api }) =>
      unless(
        api,
        RESPONSE,
        ({ Properties }) =>
          at(Properties, 'ResponseParameters', 'gatewayresponse.header.X-Content-Type-Options') ===
          "'nosniff'",
      ),
  },
  {
    name: 'every rejection of the gateway carries X-Request-Id, and a throttled one Retry-After',
    violations: ({ api }) =>
      unless(api, RESPONSE, ({ Properties }) => {
        const header = (name: string) =>
          at(Properties, 'ResponseParameters', `gatewayresponse.header.${name}`);
        const retryAfter = header('Retry-After') !== undefined;
        return (
          header('X-Request-Id') === 'context.requestId' && retryAfter === (Properties.StatusCode === '429')
        );
      }),
  },
  {
    name: 'a changed rejection is deployed: the deployment comes after every gateway response',
    violations: ({ api }) => {
      const { DependsOn = [] } = firstOf(api, 'AWS::ApiGateway::Deployment');
      return resourcesOf(api, RESPONSE)
        .map(([id]) => id)
        .filter((id) => !DependsOn.includes(id));
    },
  },
  {
    name: 'calls are logged, without headers, query or body',
    violations: ({ api }) =>
      unless(api, STAGE, ({ Properties }) => {
        const format = String(at(Properties, 'AccessLogSetting', 'Format'));
        return format.includes('$context.requestId') && !/header|querystring|body|apiKey/i.test(format);
      }),
  },
  {
    name: 'the authorizer has executions of its own, and calls are traced',
    violations: ({ api }) => [
      ...resourcesOf(api, FUNCTION)
        .filter(
          ([id, { Properties }]) =>
            id.startsWith('authorizer') && Properties.ReservedConcurrentExecutions === undefined,
        )
        .map(([id]) => id),
      ...unless(api, STAGE, ({ Properties }) => Properties.TracingEnabled === true),
    ],
  },
  {
    name: 'key guessing from one address is cut off',
    violations: ({ api }) => [
      ...unless(api, ACL, ({ Properties }) =>
        JSON.stringify(Properties.Rules).includes('RateBasedStatement'),
      ),
      ...unless(api, 'AWS::WAFv2::WebACLAssociation', () => true),
    ],
  },
  {
    name: 'one address cannot use up the throttle of shared sheets, and gets a page that says so',
    violations: ({ api }) =>
      unless(api, ACL, ({ Properties }) =>
        (Properties.Rules as object[]).some((rule) => {
          const key = at(rule, 'Action', 'Block', 'CustomResponse', 'CustomResponseBodyKey');
          const body = at(Properties, 'CustomResponseBodies', String(key));
          return (
            at(rule, 'Statement', 'RateBasedStatement', 'Limit') === 100 &&
            JSON.stringify(rule).includes('"SearchString":"/shared-quotes/"') &&
            at(body, 'ContentType') === 'TEXT_HTML' &&
            // Limits of AWS WAF.
            String(at(body, 'Content')).length <= 4096 &&
            !JSON.stringify(rule).match(/"Value":"[^"]{256}/)
          );
        }),
      ),
  },
  {
    name: "the web ACL is the API's, and AWS's rules in it count: they would make 403 of what the interface answers 400",
    violations: ({ api }) => [
      ...unless(api, 'AWS::WAFv2::WebACLAssociation', ({ Properties }) =>
        JSON.stringify(Properties.ResourceArn).includes('/restapis/'),
      ),
      ...unless(api, ACL, ({ Properties }) => {
        const managed = (Properties.Rules as object[]).filter((rule) =>
          JSON.stringify(rule).includes('ManagedRuleGroupStatement'),
        );
        return (
          managed.length > 0 && managed.every((rule) => at(rule, 'OverrideAction', 'Count') !== undefined)
        );
      }),
    ],
  },
  {
    name: 'requests that the web ACL blocks or counts are logged without the API key',
    violations: ({ api }) =>
      unless(api, 'AWS::WAFv2::LoggingConfiguration', ({ Properties }) => {
        const [redacted, filter] = [Properties.RedactedFields, Properties.LoggingFilter].map((part) =>
          JSON.stringify(part),
        );
        const said = ['authorization', 'x-api-key'].every((name) => redacted?.includes(`"${name}"`));
        const kept = ['BLOCK', 'COUNT'].every((action) => filter?.includes(`"${action}"`));
        return said && kept && at(Properties.LoggingFilter, 'DefaultBehavior') === 'DROP';
      }),
  },
  {
    name: 'a blocked address gets 429 in the error format of the interface, with Retry-After',
    violations: ({ api }) =>
      unless(api, ACL, ({ Properties }) => {
        const body = JSON.parse(
          String(at(Properties, 'CustomResponseBodies', 'RateLimited', 'Content') ?? '{}'),
        );
        const answer = JSON.stringify(at(Properties, 'Rules', 0, 'Action', 'Block', 'CustomResponse'));
        return (
          body.error?.code === 'rate_limit_exceeded' && /429.*Retry-After/.test(answer.replaceAll('\n', ''))
        );
      }),
  },
  {
    name: 'an enterprise organization may make all calls of the plan that the README shows from one address',
    violations: ({ api }) => {
      const rates = [...README.matchAll(/--requests-per-minute (\d+)/g)].map(([, rate]) => Number(rate));
      const [, limit] = /"Limit":(\d+)/.exec(JSON.stringify(firstOf(api, ACL).Properties.Rules)) ?? [];
      const needed = 5 * Math.max(...rates);
      return rates.length > 0 && Number(limit) >= needed ? [] : [`${limit} in five minutes, not ${needed}`];
    },
  },
];
