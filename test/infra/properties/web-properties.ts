import { at, type Property, resourcesOf, unless } from './property.ts';

const DISTRIBUTION = 'AWS::CloudFront::Distribution';
const BUCKET = 'AWS::S3::Bucket';
const POLICY = 'AWS::S3::BucketPolicy';
const HEADERS = 'AWS::CloudFront::ResponseHeadersPolicy';
const CACHE = 'AWS::CloudFront::CachePolicy';
const ACL = 'AWS::WAFv2::WebACL';
/** AWS's cache policy CachingDisabled. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
/** AWS's origin request policy AllViewerExceptHostHeader. */
const ALL_BUT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';
const API_PATHS = ['/api/*', '/v1/*', '/mcp', '/shared-quotes/*', '/openapi.json', '/health'];
const SECRET_HEADER = 'x-freight-origin';
const ADDRESS_HEADER = 'x-freight-caller-address';

interface Behavior {
  PathPattern?: string;
  CachePolicyId: unknown;
  OriginRequestPolicyId?: unknown;
  ResponseHeadersPolicyId?: unknown;
  ViewerProtocolPolicy: string;
  FunctionAssociations?: unknown;
  TargetOriginId: string;
}

interface Rule {
  Name: string;
  Priority: number;
  Action?: unknown;
  Statement: Record<string, unknown>;
}

const config = (properties: Record<string, unknown>) => Object(properties.DistributionConfig);
const behaviors = (properties: Record<string, unknown>): Behavior[] => config(properties).CacheBehaviors;
const apiBehaviors = (properties: Record<string, unknown>) =>
  behaviors(properties).filter(({ PathPattern = '' }) => API_PATHS.includes(PathPattern));
const UPLOAD_PATH = '/organizations/*';
const uploadBehavior = (properties: Record<string, unknown>) =>
  behaviors(properties).find(({ PathPattern }) => PathPattern === UPLOAD_PATH);
const pageBehaviors = (properties: Record<string, unknown>): Behavior[] => [
  config(properties).DefaultCacheBehavior,
  ...behaviors(properties).filter(
    ({ PathPattern = '' }) => ![...API_PATHS, UPLOAD_PATH].includes(PathPattern),
  ),
];
const CONSOLE_PATHS = ['/console/assets/*', '/console/*'];
const ASSET_PATHS = ['/docs/assets/*', '/console/assets/*'];
/** AWS's cache policy CachingOptimized. */
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const rulesOf = (properties: Record<string, unknown>) => properties.Rules as Rule[];

/** Of the distribution with the pages and the API. */
export const WEB_PROPERTIES: readonly Property[] = [
  {
    name: 'the distribution rejects versions older than TLS 1.2, of callers and of the API',
    violations: ({ web }) =>
      unless(
        web,
        DISTRIBUTION,
        ({ Properties }) =>
          /^TLSv1\.[23]_20/.test(
            String(at(Properties, 'DistributionConfig', 'ViewerCertificate', 'MinimumProtocolVersion')),
          ) &&
          [config(Properties).DefaultCacheBehavior, ...behaviors(Properties)].every(
            ({ ViewerProtocolPolicy }) => ViewerProtocolPolicy !== 'allow-all',
          ) &&
          JSON.stringify(config(Properties).Origins).includes('"OriginSSLProtocols":["TLSv1.2"]'),
      ),
  },
  {
    name: 'the buckets are private, and only this distribution reads the pages',
    violations: ({ web }) => [
      ...unless(web, BUCKET, ({ Properties }) =>
        Object.values(Object(Properties.PublicAccessBlockConfiguration)).every((value) => value === true),
      ),
      ...unless(web, POLICY, ({ Properties }) => {
        const statements = at(Properties, 'PolicyDocument', 'Statement') as Record<string, unknown>[];
        return statements
          .filter(({ Effect }) => Effect === 'Allow')
          .every(
            ({ Principal, Condition }) =>
              JSON.stringify(Principal).includes('cloudfront.amazonaws.com') &&
              String(JSON.stringify(Condition)).includes('AWS:SourceArn'),
          );
      }),
      ...unless(web, DISTRIBUTION, ({ Properties }) =>
        (config(Properties).Origins as Record<string, unknown>[]).some(
          ({ OriginAccessControlId, S3OriginConfig }) =>
            OriginAccessControlId !== undefined && S3OriginConfig !== undefined,
        ),
      ),
    ],
  },
  {
    name: 'files go to the bucket of uploads with their signature, are not cached, and run in no browser',
    violations: ({ web }) =>
      unless(web, DISTRIBUTION, ({ Properties }) => {
        const behavior = uploadBehavior(Properties);
        const origins = config(Properties).Origins as Record<string, unknown>[];
        const origin = origins.find(({ Id }) => Id === behavior?.TargetOriginId);
        const headers = resourcesOf(web, HEADERS).find(
          ([id]) => id === at(behavior?.ResponseHeadersPolicyId, 'Ref'),
        );
        const policy = String(
          at(
            headers?.[1].Properties,
            'ResponseHeadersPolicyConfig',
            'SecurityHeadersConfig',
            'ContentSecurityPolicy',
            'ContentSecurityPolicy',
          ),
        );
        return (
          // The signature includes the host of the bucket; origin access control would replace the signature.
          behavior?.OriginRequestPolicyId === ALL_BUT_HOST &&
          JSON.stringify(origin?.DomainName).includes('.s3.') &&
          origin?.OriginAccessControlId === undefined &&
          at(origin, 'CustomOriginConfig', 'OriginProtocolPolicy') === 'https-only' &&
          behavior.CachePolicyId === CACHING_DISABLED &&
          behavior.ViewerProtocolPolicy === 'https-only' &&
          policy.startsWith("default-src 'none'") &&
          policy.includes('sandbox')
        );
      }),
  },
  {
    name: 'pages have the content security policy without inline scripts, and the other security headers',
    violations: ({ web }) => [
      ...unless(web, HEADERS, ({ Properties }) => {
        const headers = at(Properties, 'ResponseHeadersPolicyConfig', 'SecurityHeadersConfig');
        const policy = String(at(headers, 'ContentSecurityPolicy', 'ContentSecurityPolicy'));
        return (
          // Files from callers run no script at all.
          (policy.split('; ').includes("script-src 'self'") || policy.endsWith('; sandbox')) &&
          policy.includes("default-src 'none'") &&
          at(headers, 'StrictTransportSecurity', 'AccessControlMaxAgeSec') === 63_072_000 &&
          at(headers, 'FrameOptions', 'FrameOption') === 'DENY' &&
          at(headers, 'ContentTypeOptions', 'Override') === true
        );
      }),
      ...unless(web, DISTRIBUTION, ({ Properties }) =>
        pageBehaviors(Properties).every(
          ({ ResponseHeadersPolicyId }) => ResponseHeadersPolicyId !== undefined,
        ),
      ),
    ],
  },
  {
    name: 'the console has a policy without inline scripts and styles, for its pages and files',
    violations: ({ web }) => {
      const strict = resourcesOf(web, HEADERS)
        .filter(([, { Properties }]) => {
          const headers = at(Properties, 'ResponseHeadersPolicyConfig', 'SecurityHeadersConfig');
          const policy = String(at(headers, 'ContentSecurityPolicy', 'ContentSecurityPolicy'));
          return policy.includes("style-src 'self';") && !policy.includes('unsafe');
        })
        .map(([id]) => id);
      return unless(web, DISTRIBUTION, ({ Properties }) =>
        CONSOLE_PATHS.every((path) =>
          strict.includes(
            String(
              at(
                behaviors(Properties).find(({ PathPattern }) => PathPattern === path)
                  ?.ResponseHeadersPolicyId,
                'Ref',
              ),
            ),
          ),
        ),
      );
    },
  },
  {
    name: 'hashed files are cached for long, the pages of the console are not, and the files come first',
    violations: ({ web }) =>
      unless(web, DISTRIBUTION, ({ Properties }) => {
        const found = behaviors(Properties);
        const position = (path: string) => found.findIndex(({ PathPattern }) => PathPattern === path);
        return (
          ASSET_PATHS.every((path) => found[position(path)]?.CachePolicyId === CACHING_OPTIMIZED) &&
          at(found[position('/console/*')]?.CachePolicyId, 'Ref') !== undefined &&
          position('/console/assets/*') < position('/console/*')
        );
      }),
  },
  {
    name: 'answers of the API are never cached, and the API gets every header but the host',
    violations: ({ web }) =>
      unless(
        web,
        DISTRIBUTION,
        ({ Properties }) =>
          apiBehaviors(Properties).length === API_PATHS.length &&
          apiBehaviors(Properties).every(
            ({ CachePolicyId, OriginRequestPolicyId }) =>
              CachePolicyId === CACHING_DISABLED && OriginRequestPolicyId === ALL_BUT_HOST,
          ),
      ),
  },
  {
    name: 'pages are asked for each time, unless their file states another lifetime',
    violations: ({ web }) => [
      ...unless(
        web,
        CACHE,
        ({ Properties }) =>
          at(Properties, 'CachePolicyConfig', 'MinTTL') === 0 &&
          at(Properties, 'CachePolicyConfig', 'DefaultTTL') === 0,
      ),
      ...unless(
        web,
        DISTRIBUTION,
        ({ Properties }) => at(config(Properties).DefaultCacheBehavior, 'CachePolicyId', 'Ref') !== undefined,
      ),
    ],
  },
  {
    name: 'an error of the API stays its own: no error page replaces it',
    violations: ({ web }) =>
      unless(web, DISTRIBUTION, ({ Properties }) => config(Properties).CustomErrorResponses === undefined),
  },
  {
    name: 'each request is logged for the retention of the environment',
    violations: ({ web }) => [
      ...unless(
        web,
        DISTRIBUTION,
        ({ Properties }) => at(config(Properties), 'Logging', 'Bucket') !== undefined,
      ),
      ...(resourcesOf(web, BUCKET).some(
        ([, { Properties }]) =>
          at(Properties, 'LifecycleConfiguration', 'Rules', 0, 'ExpirationInDays') === 365,
      )
        ? []
        : ['no bucket expires after 365 days']),
    ],
  },
  {
    name: 'the address of the API is closed: its web ACL first blocks calls without the secret of the distribution',
    violations: ({ api, web }) => [
      ...unless(api, ACL, ({ Properties }) => {
        const first = rulesOf(Properties).toSorted((a, b) => a.Priority - b.Priority)[0];
        const match = at(first?.Statement, 'NotStatement', 'Statement', 'ByteMatchStatement');
        return (
          at(first?.Action, 'Block') !== undefined &&
          at(match, 'FieldToMatch', 'SingleHeader', 'Name') === SECRET_HEADER &&
          at(match, 'PositionalConstraint') === 'EXACTLY' &&
          JSON.stringify(at(match, 'SearchString')).includes('{{resolve:secretsmanager:')
        );
      }),
      ...unless(web, DISTRIBUTION, ({ Properties }) =>
        /"HeaderName":"x-freight-origin","HeaderValue":"\{\{resolve:secretsmanager:freight-prod-origin:/.test(
          JSON.stringify(config(Properties).Origins),
        ),
      ),
      ...unless(api, 'AWS::WAFv2::LoggingConfiguration', ({ Properties }) =>
        JSON.stringify(Properties.RedactedFields).includes(SECRET_HEADER),
      ),
    ],
  },
  {
    name: 'rate rules count the address that the distribution states, which a caller cannot choose',
    violations: ({ api, web }) => [
      ...unless(api, ACL, ({ Properties }) => {
        const rates = rulesOf(Properties)
          .map(({ Statement }) => Statement.RateBasedStatement)
          .filter((statement) => statement !== undefined);
        return (
          rates.length === 3 &&
          rates.every(
            (rate) =>
              at(rate, 'AggregateKeyType') === 'FORWARDED_IP' &&
              at(rate, 'ForwardedIPConfig', 'HeaderName') === ADDRESS_HEADER &&
              at(rate, 'ForwardedIPConfig', 'FallbackBehavior') === 'MATCH',
          )
        );
      }),
      ...unless(web, DISTRIBUTION, ({ Properties }) =>
        apiBehaviors(Properties).every(({ FunctionAssociations }) =>
          JSON.stringify(FunctionAssociations).includes('ApiRequest'),
        ),
      ),
    ],
  },
];
