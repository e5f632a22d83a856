import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { WebDistribution } from '../constructs/web-distribution.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import type { EnvironmentSettings, WebSettings } from '../settings/environments.ts';

/** The pages and the API under one name: bucket of pages, distribution, records. */
export class WebStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    settings: EnvironmentSettings,
    web: WebSettings,
    props?: StackProps,
  ) {
    super(scope, id, props);
    const names = parameterNames(settings.name);
    const { distribution, pages } = new WebDistribution(this, 'Web', {
      settings,
      web,
      api: { id: StringParameter.valueForStringParameter(this, names.restApiId), stage: settings.name },
      uploadsBucket: StringParameter.valueForStringParameter(this, names.uploadsBucket),
    });
    new StringParameter(this, 'pages-bucket', {
      parameterName: names.pagesBucket,
      stringValue: pages.bucketName,
    });
    const { name, hostedZone } = web;
    if (hostedZone === undefined) {
      new CfnOutput(this, 'DnsRecord', {
        value: `${name} CNAME ${distribution.distributionDomainName}`,
        description: 'Add this record at the DNS provider of the domain',
      });
    } else {
      const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: hostedZone.id,
        zoneName: hostedZone.name,
      });
      const record = {
        zone,
        recordName: `${name}.`,
        target: RecordTarget.fromAlias(new CloudFrontTarget(distribution)),
      };
      new ARecord(this, 'Record', record);
      new AaaaRecord(this, 'RecordIpv6', record);
    }
    new CfnOutput(this, 'PublishPages', {
      value: `npm run site -- --publish ${settings.name}`,
      description: 'Uploads the pages',
    });
  }
}
