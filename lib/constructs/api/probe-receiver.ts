import { AuthorizationType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { PROBE_PATH } from '../../../functions/probe/definition.ts';
import { acknowledgeOpenMethod } from './api-findings.ts';
import { callFunction } from './call-function.ts';

/** The path of the API that receives the webhook of the probe: a method without authorizer and key. */
export function addProbeReceiver(api: RestApi, probe: IFunction): void {
  const method = api.root.resourceForPath(PROBE_PATH).addMethod('POST', callFunction(api, probe), {
    authorizationType: AuthorizationType.NONE,
    apiKeyRequired: false,
  });
  acknowledgeOpenMethod(
    method,
    'Webhooks carry no API key. The function verifies the signature of the webhook and its time, reads at most 64 KB, and writes only metrics; the stage and the web ACL limit its calls.',
  );
}
