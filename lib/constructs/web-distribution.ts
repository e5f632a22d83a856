import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Function as CloudFrontFunction,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { EnvironmentSettings, WebSettings } from '../settings/environments.ts';
import { API_PATHS, ORIGIN_SECRET_HEADER, UPLOAD_PATHS } from '../web/origin-headers.ts';
import {
  ASSETS_PATHS,
  CONSOLE_CONTENT_SECURITY_POLICY,
  CONSOLE_PATH,
  CONTENT_SECURITY_POLICY,
  PERMISSIONS_POLICY,
  UPLOAD_CONTENT_SECURITY_POLICY,
} from '../web/page-headers.ts';
import { API_REQUEST, PAGE_REQUEST } from '../web/viewer-functions.ts';
import { originSecretValue } from './origin-secret.ts';
import { removalPolicyOf } from './retention.ts';

export interface WebDistributionProps {
  readonly settings: EnvironmentSettings;
  readonly web: WebSettings;
  /** Id and stage of the API. */
  readonly api: { readonly id: string; readonly stage: string };
  /** Name of the bucket of uploads. */
  readonly uploadsBucket: string;
}

/** CloudFront in front of the bucket of pages and the API, under one name. */
export class WebDistribution extends Construct {
  readonly distribution: Distribution;
  readonly pages: IBucket;

  constructor(scope: Construct, id: string, { settings, web, api, uploadsBucket }: WebDistributionProps) {
    super(scope, id);
    const removalPolicy = removalPolicyOf(settings);
    // The assertions: the optional fields of the two types differ only for the compiler.
    const pages = new Bucket(this, 'Pages', {
      ...PRIVATE,
      versioned: true,
      removalPolicy,
      ...KEEP_VERSIONS,
    }) as IBucket;
    const logs = new Bucket(this, 'Logs', {
      ...PRIVATE,
      // CloudFront writes its logs with an ACL of the bucket.
      objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
      removalPolicy,
      lifecycleRules: [{ id: 'expire', expiration: Duration.days(settings.logRetentionDays) }],
    }) as IBucket;
    acknowledgeBuckets(pages, logs);
    this.pages = pages;
    const { region, urlSuffix } = Stack.of(this);
    const headers = (headersId: string, of: string, policy: string) =>
      pageHeaders(this, headersId, `freight-${settings.name}-${of}`, policy);
    const onRequest = (functionId: string, code: string) => [
      {
        eventType: FunctionEventType.VIEWER_REQUEST,
        function: new CloudFrontFunction(this, functionId, {
          code: FunctionCode.fromInline(code),
          runtime: FunctionRuntime.JS_2_0,
        }),
      },
    ];
    const pageBehavior: BehaviorOptions = {
      // With the right to list, S3 answers 404 for a missing page. Without it: 403.
      origin: S3BucketOrigin.withOriginAccessControl(pages, {
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      compress: true,
      responseHeadersPolicy: headers('PageHeaders', 'pages', CONTENT_SECURITY_POLICY),
      functionAssociations: onRequest('PageRequest', PAGE_REQUEST),
    };
    const consoleHeaders = headers('ConsoleHeaders', 'console', CONSOLE_CONTENT_SECURITY_POLICY);
    const headersOf = (path: string) =>
      path.startsWith(CONSOLE_PATH) ? { responseHeadersPolicy: consoleHeaders } : {};
    const revalidate = revalidated(this, settings);
    const apiBehavior: BehaviorOptions = {
      ...PASSED_ON,
      origin: new HttpOrigin(`${api.id}.execute-api.${region}.${urlSuffix}`, {
        ...OVER_TLS,
        originPath: `/${api.stage}`,
        // As long as API Gateway waits for a function.
        readTimeout: Duration.seconds(30),
        customHeaders: { [ORIGIN_SECRET_HEADER]: originSecretValue(settings.name) },
      }),
      functionAssociations: onRequest('ApiRequest', API_REQUEST),
    };
    const uploadBehavior: BehaviorOptions = {
      ...PASSED_ON,
      // The host that addresses are signed for. Without origin access control, which would replace their signature.
      origin: new HttpOrigin(`${uploadsBucket}.s3.${region}.${urlSuffix}`, {
        ...OVER_TLS,
        readTimeout: Duration.seconds(60),
      }),
      // The files come from callers: a browser runs nothing of them.
      responseHeadersPolicy: headers('UploadHeaders', 'uploads', UPLOAD_CONTENT_SECURITY_POLICY),
    };
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Freight rates and quotes (${settings.name}): pages and API`,
      domainNames: [web.name],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', web.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      defaultRootObject: 'index.html',
      enableLogging: true,
      logBucket: logs,
      defaultBehavior: { ...pageBehavior, cachePolicy: revalidate },
      additionalBehaviors: {
        // CloudFront uses the first pattern that matches: assets come before the pages of the console.
        ...Object.fromEntries(
          ASSETS_PATHS.map((path) => [
            `${path}*`,
            { ...pageBehavior, ...headersOf(path), cachePolicy: CachePolicy.CACHING_OPTIMIZED },
          ]),
        ),
        [`${CONSOLE_PATH}*`]: { ...pageBehavior, ...headersOf(CONSOLE_PATH), cachePolicy: revalidate },
        ...Object.fromEntries(API_PATHS.map((path) => [path, apiBehavior])),
        ...Object.fromEntries(UPLOAD_PATHS.map((path) => [`${path}*`, uploadBehavior])),
      },
    });
    acknowledgeDistribution(this.distribution);
  }
}

const OVER_TLS = {
  protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
  originSslProtocols: [OriginSslPolicy.TLS_V1_2],
};

/** Passes each request on. CloudFront has no smaller set of methods with PUT; API Gateway and S3 reject others. */
const PASSED_ON = {
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
  allowedMethods: AllowedMethods.ALLOW_ALL,
  cachePolicy: CachePolicy.CACHING_DISABLED,
  // Both find their resource by their own host name.
  originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
};

const PRIVATE: BucketProps = {
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
};

/** Earlier pages stay for a month, to restore them after a faulty publication. */
const KEEP_VERSIONS: BucketProps = {
  lifecycleRules: [
    {
      id: 'earlier-pages',
      noncurrentVersionExpiration: Duration.days(30),
      abortIncompleteMultipartUploadAfter: Duration.days(1),
    },
  ],
};

/** CloudFront asks S3 whether a page changed, on each request: its lifetimes are 0 unless the object states another. */
const revalidated = (scope: Construct, { name }: EnvironmentSettings) =>
  new CachePolicy(scope, 'Revalidated', {
    cachePolicyName: `freight-${name}-pages`,
    comment: 'Pages that change under the same name',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.days(1),
    cookieBehavior: CacheCookieBehavior.none(),
    headerBehavior: CacheHeaderBehavior.none(),
    queryStringBehavior: CacheQueryStringBehavior.none(),
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  });

const pageHeaders = (scope: Construct, id: string, name: string, contentSecurityPolicy: string) =>
  new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: name,
    comment: 'Security headers',
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy, override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: {
        referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
        override: true,
      },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: true,
        override: true,
      },
    },
    customHeadersBehavior: {
      customHeaders: [{ header: 'Permissions-Policy', value: PERMISSIONS_POLICY, override: true }],
    },
  });

function acknowledgeBuckets(pages: IBucket, logs: IBucket): void {
  Validations.of(pages).acknowledge({
    id: 'AwsSolutions-S1',
    reason:
      'The bucket has only public pages, and only the distribution reads it. The logs of the distribution have a line for each request.',
  });
  Validations.of(logs).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'Access logs of the bucket of access logs would be a log of the deliveries of CloudFront.',
  });
}

function acknowledgeDistribution(distribution: Distribution): void {
  Validations.of(distribution).acknowledge(
    {
      id: 'AwsSolutions-CFR1',
      reason: 'Integrators call the API from any country; a restriction is a decision of the operator.',
    },
    {
      id: 'AwsSolutions-CFR2',
      reason:
        'The web ACL of the API limits each address of a caller. A second one, in us-east-1, would protect only public pages.',
    },
  );
}
