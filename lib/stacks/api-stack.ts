import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CfnOutput, CustomResource, Duration, NestedStack, Stack, type StackProps } from 'aws-cdk-lib';
import { DomainName, EndpointType, RequestAuthorizer, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { definition as announceExpiries } from '../../functions/announce-expiries/definition.ts';
import { definition as authorizerDefinition } from '../../functions/authorizer/definition.ts';
import type { Endpoint, FunctionDefinition } from '../../functions/definition-types.ts';
import { ENDPOINTS } from '../../functions/definitions.ts';
import { definition as loadTerminals } from '../../functions/load-terminals/definition.ts';
import { definition as probeDefinition } from '../../functions/probe/definition.ts';
import { definition as readApiDescription } from '../../functions/read-api-description/definition.ts';
import { definition as readSharedQuote } from '../../functions/read-shared-quote/definition.ts';
import { definition as refreshDiesel } from '../../functions/refresh-diesel/definition.ts';
import { definition as reindexTerminals } from '../../functions/reindex-terminals/definition.ts';
import { STANDARD_PLAN_THROTTLE } from '../../shared/accounts/organizations/organization-plan.ts';
import { TERMINALS_INDEX } from '../../shared/terminals/opensearch/terminals-index.ts';
import { addCertificateAlarm, addReferenceDataAlarm, addServerErrorAlarm } from '../alarms/api-alarms.ts';
import { ObjectiveAlarms } from '../alarms/objective-alarms.ts';
import { acknowledgeSynchronous } from '../constructs/api/api-findings.ts';
import { callerRole, callFunction } from '../constructs/api/call-function.ts';
import { addGatewayResponses } from '../constructs/api/gateway-responses.ts';
import { addFixedMethods, addOpenMethods } from '../constructs/api/open-methods.ts';
import { addCorsPreflights, createRestApi, TLS_POLICY } from '../constructs/api/rest-api.ts';
import { CanaryRelease } from '../constructs/canary-release.ts';
import { addRateLimitingAcl } from '../constructs/rate-limiting-acl.ts';
import { createLogGroup, functionLogs } from '../constructs/retention.ts';
import { Schedules } from '../constructs/schedules.ts';
import {
  acknowledgeNoDeadLetterQueue,
  bundleOf,
  ServiceFunction,
  type ServiceFunctionProps,
} from '../constructs/service-function.ts';
import { addMonitoring } from '../monitoring/monitoring.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import { publishedResources, type ServiceResources } from '../parameters/published-resources.ts';
import type { CustomDomainSettings, EnvironmentSettings } from '../settings/environments.ts';
import type { WorkersStack } from './workers-stack.ts';

/** Lambda waits 1 minute before the first retry of a failed asynchronous run, and 2 minutes before the second. */
const RETRY_WAITS_SECONDS = 60 + 120;

/** Nested stacks of functions: those about quotes, and all others. */
const GROUPS = ['QuoteFunctions', 'OtherFunctions'];
const ABOUT_QUOTES = /^\/api\/v1\/(quotes|rfps|chats)(\/|$)/;

/** Functions of one stack, and the resources that they look up there. */
interface FunctionGroup {
  readonly scope: Construct;
  readonly resources: ServiceResources;
  readonly functions: ServiceFunction[];
}

/** API Gateway, the authorizer, one function per endpoint, the standard usage plan, and the monitoring of all stacks. */
export class ApiStack extends Stack {
  private readonly functions: ServiceFunction[] = [];
  private readonly settings: EnvironmentSettings;
  private readonly resources: ServiceResources;

  constructor(
    scope: Construct,
    id: string,
    settings: EnvironmentSettings,
    workers: WorkersStack,
    props?: StackProps,
  ) {
    super(scope, id, props);
    this.settings = settings;
    const names = parameterNames(settings.name);
    this.resources = publishedResources(this, settings);

    const accessLogs = createLogGroup(this, 'AccessLogs', settings);
    const api = createRestApi(this, 'Api', settings, accessLogs);
    this.addEndpoints(api);
    addFixedMethods(api);
    this.addTerminals();
    const schedules = new Schedules(this, 'Schedules');
    for (const definition of [refreshDiesel, announceExpiries]) {
      schedules.add(this.serviceFunction(definition, {}), definition.schedule);
    }
    this.addProbe(api, schedules);
    const description = this.serviceFunction(readApiDescription, {}).lambda;
    addOpenMethods(api, 'description', description);
    const sharedQuote = this.serviceFunction(readSharedQuote, {}).lambda;
    addOpenMethods(api, 'sharedQuote', sharedQuote);
    for (const lambda of [description, sharedQuote]) acknowledgeSynchronous(lambda);
    addGatewayResponses(api, settings.allowedOrigins);
    const measured = { apiName: api.restApiName, stageName: settings.name };
    const { operationMetrics } = settings;
    addServerErrorAlarm(this, measured);
    new ObjectiveAlarms(this, 'Objective', measured, operationMetrics);
    // The web ACL closes the address of the API when callers use the distribution.
    if (settings.webAcl || settings.web !== undefined) addRateLimitingAcl(this, api, settings);

    addMonitoring(this, settings, {
      api: measured,
      functions: [...this.functions, ...workers.functions],
      queues: workers.queues,
      resources: this.resources,
      logGroups: {
        access: accessLogs.logGroupName,
        api: functionLogs(this, settings).logGroupName,
        workers: functionLogs(workers, settings).logGroupName,
      },
    });

    const standardPlan = api.addUsagePlan('StandardPlan', {
      description: 'Standard organizations: 1000 requests a minute each',
      throttle: STANDARD_PLAN_THROTTLE,
      apiStages: [{ stage: api.deploymentStage }],
    });
    const url = this.urlOf(api);
    const published = {
      [names.restApiId]: api.restApiId,
      [names.stageName]: api.deploymentStage.stageName,
      [names.standardUsagePlanId]: standardPlan.usagePlanId,
      [names.url]: url,
    };
    for (const [parameterName, stringValue] of Object.entries(published)) {
      new StringParameter(this, parameterName.split('/').at(-1) ?? parameterName, {
        parameterName,
        stringValue,
      });
    }
    new CfnOutput(this, 'Url', { value: url, description: 'Base URL of the API' });
    new CfnOutput(this, 'NextStep', {
      value: `npm run -s freight -- org create --name NAME --environment ${settings.name}`,
      description: 'Creates the first organization and its API key',
    });
  }

  /**
   * Base URL for callers in share links, without a trailing slash. The URL of the stage is composed of its parts: the stage
   * itself depends on the functions.
   */
  private publicUrl(api: RestApi): string {
    const { customDomain, web, name } = this.settings;
    const ownName = web?.name ?? customDomain?.name;
    if (ownName !== undefined) return `https://${ownName}`;
    return `https://${api.restApiId}.execute-api.${this.region}.${this.urlSuffix}/${name}`;
  }

  /** Base URL for callers, with a trailing slash. */
  private urlOf(api: RestApi): string {
    const { customDomain, web } = this.settings;
    if (web !== undefined) return `https://${web.name}/`;
    return customDomain === undefined ? api.url : new CustomDomain(this, 'Domain', api, customDomain).url;
  }

  private addEndpoints(api: RestApi): void {
    const { responseMismatch, allowedOrigins, terminalsRefreshSeconds, marketRefreshSeconds } = this.settings;
    const groups = GROUPS.map((name) => this.functionGroup(name));
    const inGroup = (definition: FunctionDefinition, environment = {}, path = ''): ServiceFunction => {
      const group = groups[ABOUT_QUOTES.test(path) ? 0 : 1] as FunctionGroup;
      const created = this.serviceFunction(definition, { environment }, group);
      acknowledgeSynchronous(created.lambda);
      group.functions.push(created);
      return created;
    };
    const authorizerFunction = inGroup(authorizerDefinition);
    const readsTerminals = ({ tables }: Endpoint) => tables.terminals !== undefined;
    const pricesLanes = ({ roadDistances }: Endpoint) => roadDistances === true;
    const endpoints = ENDPOINTS.map((endpoint) => {
      const environment = {
        RESPONSE_MISMATCH: responseMismatch,
        ...(allowedOrigins.length > 0 ? { ALLOWED_ORIGINS: allowedOrigins.join(' ') } : {}),
        ...(readsTerminals(endpoint) ? { TERMINALS_REFRESH_SECONDS: String(terminalsRefreshSeconds) } : {}),
        ...(pricesLanes(endpoint) ? { MARKET_REFRESH_SECONDS: String(marketRefreshSeconds) } : {}),
        ...(endpoint.namesPublicUrl ? { PUBLIC_URL: this.publicUrl(api) } : {}),
      };
      return { endpoint, function: inGroup(endpoint, environment, endpoint.path) };
    });
    const { settings } = this;
    const releases = groups.map(({ scope, functions }) =>
      settings.release === 'direct' ? undefined : new CanaryRelease(scope, 'Release', settings, functions),
    );
    const target = (called: ServiceFunction): IFunction => {
      const group = groups.findIndex(({ functions }) => functions.includes(called));
      return releases[group]?.aliasOf(called) ?? called.lambda;
    };
    const authorizer = new RequestAuthorizer(this, 'Authorizer', {
      handler: target(authorizerFunction),
      assumeRole: callerRole(this),
      // No header is always present, so the gateway cannot cache results.
      identitySources: [],
      resultsCacheTtl: Duration.seconds(0),
    });
    for (const { endpoint, function: called } of endpoints) {
      api.root
        .resourceForPath(endpoint.path)
        .addMethod(endpoint.method, callFunction(this, target(called)), { apiKeyRequired: true, authorizer });
    }
    // All functions read the same data: these two are called most often.
    const lambdaOf = (name: string) => {
      const found = endpoints.find(({ endpoint }) => endpoint.function === name);
      if (found === undefined) throw new Error(`The API has no function ${name}.`);
      return found.function.lambda;
    };
    addReferenceDataAlarm(this, lambdaOf('price-lanes'), lambdaOf('create-quote'));
    addCorsPreflights(api, ENDPOINTS, allowedOrigins);
  }

  /** One stack has no room for all functions with their versions: they are in two nested stacks. */
  private functionGroup(name: string): FunctionGroup {
    const { settings } = this;
    // The emulator cannot update a nested stack. Without versions of functions, one stack has room for all.
    if (settings.disposable) return { scope: this, resources: this.resources, functions: [] };
    const scope = new NestedStack(this, name, { description: `${settings.name}: functions of the API` });
    return { scope, resources: publishedResources(scope, settings), functions: [] };
  }

  /** Adds the probe, if the environment has one. */
  private addProbe(api: RestApi, schedules: Schedules): void {
    const { probeMinutes } = this.settings;
    if (probeMinutes === undefined) return;
    const probe = this.serviceFunction(probeDefinition, {});
    schedules.add(probe, `rate(${probeMinutes} minute${probeMinutes === 1 ? '' : 's'})`);
    addOpenMethods(api, 'probe', probe.lambda);
  }

  /** Loads the catalogue of terminals, and builds the search index from it, at the first deployment and whenever they change. */
  private addTerminals(): void {
    const { settings, resources } = this;
    const { lambda } = this.serviceFunction(loadTerminals, {});
    const { folder } = bundleOf(loadTerminals.function, settings);
    acknowledgeNoDeadLetterQueue(
      lambda,
      'CloudFormation calls it at a deployment. A failed run is retried twice and raises an alarm; its event has no information that an operator or the next deployment needs.',
    );
    const catalogue = new CustomResource(this, 'TerminalCatalogue', {
      resourceType: 'Custom::TerminalCatalogue',
      serviceToken: lambda.functionArn,
      // Without it, a function that dies without a response would delay the deployment by an hour.
      serviceTimeout: Duration.seconds(loadTerminals.timeoutSeconds * 3 + RETRY_WAITS_SECONDS),
      properties: {
        catalogue: createHash('sha256')
          .update(readFileSync(`${folder}/data/terminals.json`))
          .digest('hex'),
      },
    });
    if (settings.terminalSearch === 'embedded') return;
    const index = new CustomResource(this, 'TerminalIndex', {
      resourceType: 'Custom::TerminalIndex',
      serviceToken: StringParameter.valueForStringParameter(
        this,
        parameterNames(settings.name).reindexFunctionArn,
      ),
      // The function responds within a minute; this limit applies if it dies.
      serviceTimeout: Duration.seconds(reindexTerminals.timeoutSeconds),
      // A new domain is empty and gets a new index.
      properties: { index: TERMINALS_INDEX, domain: resources.searchDomain.arn },
    });
    index.node.addDependency(catalogue);
  }

  private serviceFunction(
    definition: FunctionDefinition,
    overrides: Pick<ServiceFunctionProps, 'environment'>,
    { scope, resources }: Pick<FunctionGroup, 'scope' | 'resources'> = {
      scope: this,
      resources: this.resources,
    },
  ): ServiceFunction {
    const created = new ServiceFunction(scope, definition.function, {
      definition,
      settings: this.settings,
      resources,
      ...overrides,
    });
    this.functions.push(created);
    return created;
  }
}

/** The custom domain name of the API. */
class CustomDomain extends Construct {
  /** Base URL with a trailing slash, as in the URL of API Gateway. */
  readonly url: string;

  constructor(scope: Construct, id: string, api: RestApi, settings: CustomDomainSettings) {
    super(scope, id);
    const { name, certificateArn, hostedZone } = settings;
    this.url = `https://${name}/`;
    const zone =
      hostedZone &&
      HostedZone.fromHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: hostedZone.id,
        zoneName: hostedZone.name,
      });
    const certificate =
      certificateArn === undefined
        ? new Certificate(this, 'Certificate', {
            domainName: name,
            validation: CertificateValidation.fromDns(zone),
          })
        : Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    addCertificateAlarm(this, certificate);
    const domain = new DomainName(this, 'Domain', {
      domainName: name,
      certificate,
      endpointType: EndpointType.REGIONAL,
      ...TLS_POLICY,
    });
    domain.addBasePathMapping(api, { stage: api.deploymentStage });
    if (zone !== undefined) {
      new ARecord(this, 'Record', {
        zone,
        recordName: `${name}.`,
        target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)),
      });
    } else {
      new CfnOutput(this, 'DnsRecord', {
        value: `${name} CNAME ${domain.domainNameAliasDomainName}`,
        description: 'Add this record at the DNS provider of the domain',
      });
    }
  }
}
