import { CALLER_ADDRESS_HEADER } from './origin-headers.ts';
import { CONSOLE_ASSETS_PATH, CONSOLE_PATH, PAGE_FOLDERS, PAGE_WITHOUT_EXTENSION } from './page-headers.ts';

/**
 * Sources of the CloudFront functions. The runtime has no modules and only a part of JavaScript.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */

/**
 * A folder shows its index.html, a page without `.html` leads to the page, and every page of the console the same file, whose script reads the path. The local
 * service does the same.
 */
export const PAGE_REQUEST = `function handler(event) {
  var request = event.request;
  var end = undefined;
  if (${JSON.stringify(PAGE_FOLDERS)}.includes(request.uri + '/')) end = '/';
  else if (${PAGE_WITHOUT_EXTENSION}.test(request.uri)) end = '.html';
  if (end !== undefined) {
    var location = { value: request.uri + end };
    return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location: location } };
  }
  if (request.uri.startsWith('${CONSOLE_PATH}') && !request.uri.startsWith('${CONSOLE_ASSETS_PATH}')) {
    request.uri = '${CONSOLE_PATH}index.html';
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
