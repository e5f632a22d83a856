import { CALLER_ADDRESS_HEADER } from './origin-headers.ts';

/**
 * Sources of the CloudFront functions. The runtime has no modules and only a part of JavaScript.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */

/** A folder shows its index.html, as the local service does. */
export const PAGE_REQUEST = `function handler(event) {
  var request = event.request;
  if (request.uri === '/docs') {
    return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location: { value: '/docs/' } } };
  }
  if (request.uri.endsWith('/')) request.uri += 'index.html';
  return request;
}
`;

/** The API gets the address of the caller in a header that replaces the caller's own. */
export const API_REQUEST = `function handler(event) {
  var request = event.request;
  request.headers['${CALLER_ADDRESS_HEADER}'] = { value: event.viewer.ip };
  return request;
}
`;
