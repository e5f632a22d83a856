import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ACCOUNT } from '../../support/run-app.ts';

/** XML or JSON, and the error type of JSON services in its header. */
export type AwsAnswer = readonly [status: number, body: object | string, errorType?: string];

export interface AwsAnswers {
  readonly endpoint: string;
  /** By service; of `es`, by the last word of the path. */
  answers: Record<string, AwsAnswer | ((body: string) => AwsAnswer)>;
  readonly asked: { readonly service: string; readonly request: string; readonly body: string }[];
  stop(): Promise<void>;
}

export const failureXml = (code: string, message: string): string =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
export const identityXml = (account: string): string =>
  `<GetCallerIdentityResponse><GetCallerIdentityResult><Account>${account}</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
export const templateXml = (template: object): string =>
  `<GetTemplateResponse><GetTemplateResult><TemplateBody>${escaped(JSON.stringify(template))}</TemplateBody></GetTemplateResult></GetTemplateResponse>`;

/** The answers of an account that has what a deployment needs, and no stack. */
export const GOOD = {
  sts: [200, identityXml(ACCOUNT)],
  ssm: [200, { Parameter: { Value: '30' } }],
  lambda: [200, { AccountLimit: { ConcurrentExecutions: 10_000 } }],
  cloudformation: [400, failureXml('ValidationError', 'Stack with id freight-dev-api does not exist')],
  apigateway: [200, { throttleSettings: { rateLimit: 10_000, burstLimit: 5_000 } }],
} as const satisfies Record<string, AwsAnswer>;

/** A server that answers in place of AWS, by the service in the signature of a request. */
export async function startAwsAnswers(): Promise<AwsAnswers> {
  const asked: AwsAnswers['asked'] = [];
  const server = createServer((request, response) => {
    const [, service = ''] = /\/([a-z0-9]+)\/aws4_request/.exec(request.headers.authorization ?? '') ?? [];
    let text = '';
    request
      .on('data', (part) => {
        text += part;
      })
      .on('end', () => {
        asked.push({ service, request: `${request.method} ${request.url}`, body: text });
        const answer = aws.answers[service] ?? [500, {}];
        const [status, body, errorType] = typeof answer === 'function' ? answer(text) : answer;
        response
          .writeHead(status, errorType === undefined ? {} : { 'x-amzn-errortype': errorType })
          .end(typeof body === 'string' ? body : JSON.stringify(body));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const aws: AwsAnswers = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: {},
    asked,
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
  return aws;
}
