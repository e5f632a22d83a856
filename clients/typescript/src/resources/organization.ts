import type {
  ReadOrganizationMailResponse,
  ReadOrganizationProfileResponse,
  ReadOrganizationResponse,
  ReplaceOrganizationMailBody,
  ReplaceOrganizationMailResponse,
  ReplaceOrganizationProfileBody,
  ReplaceOrganizationProfileResponse,
} from '../api/api-types.ts';
import type { CallOptions } from '../transport/options.ts';
import { type Result, resultOf } from '../transport/result.ts';
import { Resource } from './resource.ts';

const MAIL = '/api/v1/organization/mail';
type Mail = ReadOrganizationMailResponse['mail'];
const PROFILE = '/api/v1/organization/profile';
type Profile = ReadOrganizationProfileResponse['profile'];

export class Organization extends Resource {
  /** Id, plan, limits and billing state of the organization of the API key. Webhooks require the id as `orgId`. */
  get(options?: CallOptions): Result<ReadOrganizationResponse['data']> {
    const request = { method: 'GET', path: '/api/v1/organization' } as const;
    return resultOf(this.transport.send<ReadOrganizationResponse>(request, options), ({ data }) => data);
  }

  /** What quote sheets show of the organization. */
  profile(options?: CallOptions): Result<Profile> {
    const request = { method: 'GET', path: PROFILE } as const;
    return resultOf(
      this.transport.send<ReadOrganizationProfileResponse>(request, options),
      (body) => body.profile,
    );
  }

  /** Replaces all fields of the profile. The logo is a PNG or JPEG file as base64. */
  replaceProfile(profile: ReplaceOrganizationProfileBody, options?: CallOptions): Result<Profile> {
    const request = { method: 'PUT', path: PROFILE, body: profile } as const;
    return resultOf(
      this.transport.send<ReplaceOrganizationProfileResponse>(request, options),
      (body) => body.profile,
    );
  }

  /** The mail address of the organization, and who can send to it. */
  mail(options?: CallOptions): Result<Mail> {
    const request = { method: 'GET', path: MAIL } as const;
    return resultOf(this.transport.send<ReadOrganizationMailResponse>(request, options), ({ mail }) => mail);
  }

  /** Replaces the list of senders whose mails become chats. */
  replaceMail(body: ReplaceOrganizationMailBody, options?: CallOptions): Result<Mail> {
    const request = { method: 'PUT', path: MAIL, body } as const;
    return resultOf(
      this.transport.send<ReplaceOrganizationMailResponse>(request, options),
      ({ mail }) => mail,
    );
  }
}
