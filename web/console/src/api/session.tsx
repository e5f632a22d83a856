import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ApiError, ConnectionError, FreightClient, type ReadOrganizationResponse } from './client.ts';
import { type Permissions, permissionsOf } from './permissions.ts';

export type Organization = ReadOrganizationResponse['data'];

/**
 * Why no person is signed in. `ended`: the service rejected the key of a session. `rotated` and `deleted`: the person did this
 * with the key of the session.
 */
export type SignedOutReason = 'none' | 'invalid' | 'ended' | 'rotated' | 'deleted';

interface Session extends Permissions {
  readonly client: FreightClient;
  readonly organization: Organization;
  signOut(reason?: SignedOutReason): void;
}

type State =
  | { readonly kind: 'signed-out'; readonly reason: SignedOutReason }
  /** Another tab may have a key. */
  | { readonly kind: 'asking' }
  | { readonly kind: 'checking'; readonly apiKey: string }
  | { readonly kind: 'failed'; readonly apiKey: string; readonly error: unknown }
  | {
      readonly kind: 'signed-in';
      readonly apiKey: string;
      readonly client: FreightClient;
      readonly organization: Organization;
    };

interface SignIn {
  readonly state: State;
  /** Checks the key with the API and keeps it for this tab. */
  signIn(apiKey: string): void;
  signOut(reason?: SignedOutReason): void;
}

const SignInContext = createContext<SignIn | undefined>(undefined);
const SessionContext = createContext<Session | undefined>(undefined);

/** The client of a key. It does not retry by itself: the page shows the error and when to try again. */
const clientOf = (apiKey: string) =>
  new FreightClient({ apiKey, baseUrl: window.location.origin, maxRetries: 0 });

const isInvalidKey = (error: unknown) => error instanceof ApiError && error.status === 401;

export function SignInProvider({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<State>(() => {
    const apiKey = storedKey();
    return apiKey === undefined ? { kind: 'asking' } : { kind: 'checking', apiKey };
  });
  const signIn = useCallback((apiKey: string) => setState({ kind: 'checking', apiKey }), []);
  const tabs = useRef<BroadcastChannel>(undefined);
  const signOut = useCallback((reason: SignedOutReason = 'none') => {
    const apiKey = storedKey();
    const message: TabMessage | undefined = apiKey === undefined ? undefined : { kind: 'sign-out', apiKey };
    if (message !== undefined) tabs.current?.postMessage(message);
    forgetKey();
    setState({ kind: 'signed-out', reason });
  }, []);

  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    tabs.current = channel;
    const send = (message: TabMessage) => channel.postMessage(message);
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      const own = storedKey();
      if (data.kind === 'ask') {
        if (own !== undefined) send({ kind: 'key', apiKey: own });
      } else if (data.kind === 'key') {
        setState((now) => (now.kind === 'asking' ? { kind: 'checking', apiKey: data.apiKey } : now));
      } else if (own === data.apiKey) {
        forgetKey();
        setState({ kind: 'signed-out', reason: 'none' });
      }
    };
    if (storedKey() === undefined) send({ kind: 'ask' });
    const timer = setTimeout(
      () => setState((now) => (now.kind === 'asking' ? { kind: 'signed-out', reason: 'none' } : now)),
      ASK_MS,
    );
    return () => {
      clearTimeout(timer);
      channel.close();
    };
  }, []);

  const checked = state.kind === 'checking' ? state.apiKey : undefined;
  useEffect(() => {
    if (checked === undefined) return;
    const stop = new AbortController();
    const check = async () => {
      try {
        const client = clientOf(checked);
        const organization = await client.organization.get({ signal: stop.signal });
        storeKey(checked);
        setState({ kind: 'signed-in', apiKey: checked, client, organization });
      } catch (error) {
        if (stop.signal.aborted) return;
        // A TypeError: the text cannot be a key, for example because of a space.
        if (isInvalidKey(error) || error instanceof TypeError) {
          forgetKey();
          setState({ kind: 'signed-out', reason: 'invalid' });
        } else setState({ kind: 'failed', apiKey: checked, error });
      }
    };
    void check();
    return () => stop.abort();
  }, [checked]);

  const value = useMemo(() => ({ state, signIn, signOut }), [state, signIn, signOut]);
  return (
    <SignInContext value={value}>
      {state.kind === 'signed-in' ? (
        <SignedIn
          key={state.apiKey}
          client={state.client}
          organization={state.organization}
          onSignOut={signOut}
        >
          {children}
        </SignedIn>
      ) : (
        children
      )}
    </SignInContext>
  );
}

interface SignedInProps {
  readonly client: FreightClient;
  readonly organization: Organization;
  onSignOut(reason?: SignedOutReason): void;
  readonly children: ReactNode;
}

/** Data of a session: another key never shows what this key read. */
function SignedIn({ client, organization, onSignOut, children }: SignedInProps) {
  const [queries] = useState(() => {
    const onError = (error: unknown) => {
      if (isInvalidKey(error)) onSignOut('ended');
    };
    return new QueryClient({
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
      defaultOptions: {
        // Without a network, the error and its instructions appear instead of an endless wait.
        queries: {
          networkMode: 'always',
          staleTime: 30_000,
          retry: (failures, error) => error instanceof ConnectionError && failures < 1,
          refetchOnWindowFocus: false,
        },
        mutations: { networkMode: 'always', retry: false },
      },
    });
  });
  const session = useMemo(
    () => ({ client, organization, signOut: onSignOut, ...permissionsOf(organization) }),
    [client, organization, onSignOut],
  );
  return (
    <QueryClientProvider client={queries}>
      <SessionContext value={session}>{children}</SessionContext>
    </QueryClientProvider>
  );
}

export function useSignIn(): SignIn {
  const value = useContext(SignInContext);
  if (value === undefined) throw new Error('useSignIn needs a SignInProvider.');
  return value;
}

/** The session of a page, which only signed-in people see. */
export function useSession(): Session {
  const value = useContext(SessionContext);
  if (value === undefined) throw new Error('useSession needs a signed-in person.');
  return value;
}

/** The API key of this tab, which survives a reload. It ends with the tab. */
const NAME = 'freight-api-key';

const storedKey = (): string | undefined => sessionStorage.getItem(NAME) ?? undefined;
const storeKey = (apiKey: string): void => sessionStorage.setItem(NAME, apiKey);
const forgetKey = (): void => sessionStorage.removeItem(NAME);

/** Between the tabs of this origin: a new tab asks for the key, and a sign-out is one of all tabs with the key. */
type TabMessage = { readonly kind: 'ask' } | { readonly kind: 'key' | 'sign-out'; readonly apiKey: string };
const CHANNEL = 'freight-session';
/** A tab in the background answers within it, or the person signs in. */
const ASK_MS = 300;

/**
 * An Idempotency-Key for each different body. A repeated try after a lost connection sends the same key, so that the
 * service does the work once.
 */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' });
  return useCallback((body) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: crypto.randomUUID() };
    return last.current.key;
  }, []);
}
