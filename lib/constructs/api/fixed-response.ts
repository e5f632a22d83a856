import {
  AuthorizationType,
  type IResource,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import { acknowledgeOpenMethod } from './api-findings.ts';

export interface FixedResponse {
  /** Values of response headers by name, as API Gateway maps them: a text is in single quotes. */
  readonly headers: Readonly<Record<string, string>>;
  /** Mapping template of the JSON body; absent for a response without a body. */
  readonly body?: string;
  /** Why the method needs no API key. */
  readonly reason: string;
  /** Default: 200. */
  readonly status?: number;
}

/** Adds a method that API Gateway itself answers with one status, without an API key and without a function. */
export function addFixedResponse(
  resource: IResource,
  method: 'GET' | 'HEAD' | 'DELETE',
  { headers, body, reason, status = 200 }: FixedResponse,
): void {
  const parameters = Object.entries(headers).map(
    ([name, value]) => [`method.response.header.${name}`, value] as const,
  );
  const added = resource.addMethod(
    method,
    new MockIntegration({
      requestTemplates: { 'application/json': `{"statusCode":${status}}` },
      passthroughBehavior: PassthroughBehavior.WHEN_NO_TEMPLATES,
      integrationResponses: [
        {
          statusCode: String(status),
          responseParameters: Object.fromEntries(parameters),
          ...(body === undefined ? {} : { responseTemplates: { 'application/json': body } }),
        },
      ],
    }),
    {
      authorizationType: AuthorizationType.NONE,
      methodResponses: [
        {
          statusCode: String(status),
          responseParameters: Object.fromEntries(parameters.map(([name]) => [name, true])),
        },
      ],
    },
  );
  acknowledgeOpenMethod(added, reason);
}
