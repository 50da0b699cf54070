import "server-only";
import type { z } from "zod";
import type { Account } from "./auth/account";
import type { Permission } from "./auth/permissions";
import { requirePermission, requireRecentProof, requireSignedIn } from "./auth/require";
import { readBytes } from "./body";
import { callerAddress } from "./caller";
import { accountCaller, addressCaller, type Caller } from "./costs";
import { AppError } from "./error";
import { handlerOf, type Answer, type Input, type Needs } from "./handler-steps";
import { takeAttempt, type RateRule } from "./rate-limit";
import { Refusal, refused, type RefusalCode } from "./refusal";
import { isSameOrigin } from "./same-origin";
import { createPublicClient } from "./supabase/public";
import { createSessionClient } from "./supabase/session";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** A limit of the network address of the caller; a function counts more than one attempt. */
type AddressLimit = RateRule | ((address: string) => Promise<void>);
/** The database client of a handler; the service client can be created only in its file. */
type Client<C> = () => C | Promise<C>;

/** Who called a handler without sign-in. `by`: for the budgets of expensive work. */
type Visitor = { address: string; by: Caller };

async function visitorOf(request: Request, limit: AddressLimit | undefined): Promise<Visitor> {
  const address = await callerAddress();
  if (typeof limit === "string") await takeAttempt(limit, address);
  else await limit?.(address);
  return { address, by: await addressCaller(request) };
}

type PublicNeeds<P, Q, B, C, X> = Needs<P, Q, B> & {
  limit?: AddressLimit;
  client?: Client<C>;
  /** Who else may call, decided before the body is read; its result is `admitted`. */
  admit?: (request: Request, visitor: Visitor) => Promise<X | Refusal>;
};
type PublicInput<P, Q, B, C, X> = Input<P, Q, B> & Visitor & { client: C; admitted: X };

/** Handlers without sign-in. */
export const publicHandler = <P, Q, B, C = undefined, X = undefined>(
  needs: PublicNeeds<P, Q, B, C, X>,
  answer: (input: PublicInput<P, Q, B, C, X>) => Answer | Promise<Answer>,
) =>
  handlerOf(
    needs,
    {
      cache: "no-store",
      async admit(request) {
        const visitor = await visitorOf(request, needs.limit);
        const admitted = (await needs.admit?.(request, visitor)) as X | Refusal;
        if (admitted instanceof Refusal) return admitted;
        return { ...visitor, admitted, client: (await needs.client?.()) as C };
      },
    },
    answer,
  );

type TokenNeeds<P, Q, B, C, T> = Omit<PublicNeeds<P, Q, B, C, undefined>, "admit"> & {
  /** What the token in the address, a header or the body opens; null for an unknown one. */
  open: (input: PublicInput<P, Q, B, C, undefined>) => Promise<T | null>;
  /** Code of the refusal of an unknown token. */
  missing?: RefusalCode;
  /** Counts an unknown token as a failed attempt; throws over the limit of guesses. */
  guessed?: (address: string) => Promise<void>;
};

/** Handlers for the bearer of a link's token; what it opens is `opened`. */
export const tokenHandler = <P, Q, B, T, C = undefined>(
  { open, guessed, missing = "missing", ...needs }: TokenNeeds<P, Q, B, C, T>,
  answer: (input: PublicInput<P, Q, B, C, undefined> & { opened: T }) => Answer | Promise<Answer>,
) =>
  publicHandler<P, Q, B, C>(needs, async (input) => {
    const opened = await open(input);
    if (opened !== null) return answer({ ...input, opened });
    await guessed?.(input.address);
    return refused(missing);
  });

type AccountInput<P, Q, B, C> = Input<P, Q, B> & { account: Account; client: C; by: Caller };
type AccountNeeds<P, Q, B, C> = Needs<P, Q, B> & {
  /** One of these permissions, or a rule that depends on the address. */
  permission?: Permission | readonly Permission[] | ((account: Account, params: P) => boolean | Promise<boolean>);
  /** Limit of the account. */
  limit?: RateRule;
  /** Needs a recent identity check. The page asks with `?check` first, because a download cannot show an error. */
  isProved?: true | ((input: { params: P; query: Q; account: Account }) => boolean);
  client?: Client<C>;
};

/** Handlers of a signed-in account; the database client is that of its session unless another one is declared. */
export const accountHandler = <P, Q, B, C = SessionClient>(
  needs: AccountNeeds<P, Q, B, C>,
  answer: (input: AccountInput<P, Q, B, C>) => Answer | Promise<Answer>,
) =>
  handlerOf(
    needs,
    {
      cache: "private, no-store",
      async admit(request, params) {
        const account = await requireSignedIn();
        const { permission, limit } = needs;
        if (typeof permission === "function") {
          const isAllowed = params instanceof Refusal || (await permission(account, params));
          if (!isAllowed) throw new AppError("access.permission");
        } else if (permission) requirePermission(account, ...[permission].flat());
        if (limit) await takeAttempt(limit, account.id);
        const client = (await (needs.client ?? createSessionClient)()) as C;
        return { account, client, by: accountCaller(account, request) };
      },
      async prove(input) {
        const { isProved = () => false } = needs;
        if (isProved !== true && !isProved(input)) return null;
        await requireRecentProof();
        return new URL(input.request.url).searchParams.has("check") ? new Response(null, { status: 204 }) : null;
      },
    },
    answer,
  );

/** Where enrolled devices and accounts read codes. */
export type DeviceAccess = {
  /** Names the place of reading in the log. */
  name: string;
  /** Scheme and form of the token in the header `Authorization`. */
  scheme: string;
  token: z.ZodType<string>;
  limit: (address: string) => Promise<void>;
  /** Which accounts are admitted besides enrolled devices. */
  admits: (account: Account) => boolean | Promise<boolean>;
  /** Counts a refused caller, because guesses of tokens are limited more strictly; the status of its answer. */
  refused: (address: string) => Promise<403 | 429>;
};

type DeviceInput<P, Q, B> = Input<P, Q, B> &
  Visitor & { client: Pick<SessionClient, "from" | "rpc">; token: string | undefined; account: Account | null };

/** Handlers of an enrolled device, by the token in its header, or of a signed-in account that reads codes. */
export const deviceHandler = <P, Q, B>(
  access: DeviceAccess,
  needs: Omit<Needs<P, Q, B>, "name" | "refuse">,
  answer: (input: DeviceInput<P, Q, B>) => Answer | Promise<Answer>,
) =>
  handlerOf<P, Q, B, Visitor & Pick<DeviceInput<P, Q, B>, "client" | "token" | "account">>(
    {
      ...needs,
      name: access.name,
      refuse: async ({ status }, { request }) => {
        // A page of another site cannot use up the attempts of the devices that share its address.
        const isGuess = status === 403 && isSameOrigin(request);
        return new Response(null, { status: isGuess ? await access.refused(await callerAddress()) : status });
      },
    },
    {
      cache: "no-store",
      async admit(request) {
        const visitor = await visitorOf(request, access.limit);
        const [scheme, token] = (request.headers.get("authorization") ?? "").split(" ");
        if (scheme === access.scheme) {
          if (!access.token.safeParse(token).success)
            throw new AppError("access.denied", { detail: "no device token" });
          return { ...visitor, client: createPublicClient(null), token, account: null };
        }
        const account = await requireSignedIn();
        if (!(await access.admits(account))) throw new AppError("access.permission");
        return { ...visitor, client: await createSessionClient(), token: undefined, account };
      },
    },
    answer,
  );

type WebhookNeeds<C, E> = {
  name: string;
  maxBytes: number;
  client: Client<C>;
  /** The event in the bytes of the body; null when the signature in the headers is wrong. */
  verify: (bytes: Buffer, headers: Headers) => E | null;
};

/** Handlers for servers of other companies: the signature over the raw body is checked instead of the origin. */
export const webhookHandler = <C, E>(
  { name, maxBytes, client, verify }: WebhookNeeds<C, E>,
  answer: (input: { event: E; client: C }) => Answer | Promise<Answer>,
) =>
  handlerOf(
    { name, origin: false, body: { read: (request) => readBytes(request, maxBytes) } },
    { cache: "no-store", admit: async () => ({ by: { caller: name, signal: undefined, isAnonymous: true } }) },
    async ({ body, request }) => {
      const event = verify(body, request.headers);
      return event === null ? refused("signature") : answer({ event, client: await client() });
    },
  );
