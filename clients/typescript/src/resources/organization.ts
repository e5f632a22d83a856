import type {
  ReadOrganizationMailResponse,
  ReadOrganizationProfileResponse,
  ReadOrganizationResponse,
  ReadUsageQuery,
  ReadUsageResponse,
  ReplaceOrganizationMailBody,
  ReplaceOrganizationProfileBody,
} from '../api/api-types.ts';
import type { CallOptions } from '../transport/options.ts';
import type { Result } from '../transport/result.ts';
import { Resource } from './resource.ts';

type Mail = ReadOrganizationMailResponse['mail'];
type Profile = ReadOrganizationProfileResponse['profile'];

export class Organization extends Resource {
  /** Id, plan, limits and billing state of the organization of the API key. Webhooks require the id as `orgId`. */
  get(options?: CallOptions): Result<ReadOrganizationResponse['data']> {
    return this.memberOf('GET /api/v1/organization', 'data', {}, options);
  }

  /** What quote sheets show of the organization. */
  profile(options?: CallOptions): Result<Profile> {
    return this.memberOf('GET /api/v1/organization/profile', 'profile', {}, options);
  }

  /** Replaces all fields of the profile. The logo is a PNG or JPEG file as base64. */
  replaceProfile(profile: ReplaceOrganizationProfileBody, options?: CallOptions): Result<Profile> {
    return this.memberOf('PUT /api/v1/organization/profile', 'profile', { body: profile }, options);
  }

  /** The mail address of the organization, and who can send to it. */
  mail(options?: CallOptions): Result<Mail> {
    return this.memberOf('GET /api/v1/organization/mail', 'mail', {}, options);
  }

  /** Replaces the list of senders whose mails become chats. */
  replaceMail(body: ReplaceOrganizationMailBody, options?: CallOptions): Result<Mail> {
    return this.memberOf('PUT /api/v1/organization/mail', 'mail', { body }, options);
  }
}

export class Usage extends Resource {
  /** Counts of rate calls and quotes of this and earlier months, and the remaining calls. */
  get(query: ReadUsageQuery = {}, options?: CallOptions): Result<ReadUsageResponse['data']> {
    return this.memberOf('GET /api/v1/usage', 'data', { query }, options);
  }
}
