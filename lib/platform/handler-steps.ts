import "server-only";
import type { z } from "zod";
import { parsed, type Body } from "./body";
import { runCostly, type Caller, type CostName } from "./costs";
import { Refusal, refusalOf, refused, withCode, type Refuse } from "./refusal";
import { reportError } from "./report";
import { requireSameOrigin } from "./same-origin";
import { READING_METHODS } from "./http-methods";

/** The second argument of a route handler. */
type Context = { params: Promise<unknown> };
type Handler = (request: Request, context?: Context) => Promise<Response>;

/**
 * What a handler answers: a response as it is, another object as JSON, a refusal with its status, null for an address
 * without a resource (404), nothing for an empty answer (204).
 */
export type Answer = Response | Refusal | object | null | void;

/** What every handler declares. */
export type Needs<P, Q, B> = {
  /** Names the handler in the log. */
  name: string;
  /** Whether requests of other sites are refused; by default only those with a method that writes. */
  origin?: boolean;
  /** Segments of the address; 404 when they do not fit. */
  params?: z.ZodType<P>;
  /** Parameters of the address; 400 when they do not fit. */
  query?: z.ZodType<Q>;
  /** Size and fields of the body; 400 when it does not fit. */
  body?: Body<B>;
  /** What the whole answer costs of the budgets of `costs.ts`. */
  cost?: { name: CostName; points: number; isShort?: true };
  /** `Cache-Control` of a successful answer, when it may be stored. */
  cache?: string;
  /** Headers of every answer, refusals too. */
  headers?: Readonly<Record<string, string>>;
  /** Writes the body of a refusal; without it the code as JSON. */
  refuse?: Refuse<B>;
};

/** The checked input of a request. */
export type Input<P, Q, B> = { request: Request; params: P; query: Q; body: B };

/** What differs between the kinds of handlers: who is admitted, and a check that needs the parameters. */
export type Steps<P, Q, A> = {
  admit: (request: Request, params: P | Refusal) => Promise<A | Refusal>;
  prove?: (input: { request: Request; params: P; query: Q } & A) => Promise<Response | null>;
  /** `Cache-Control` of answers that declare none. */
  cache: string;
};

function addHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers))
    if (!response.headers.has(name)) response.headers.set(name, value);
  return response;
}

/** The segments of an address; a refusal when they do not fit. */
function segmentsOf<P>(schema: z.ZodType<P> | undefined, given: unknown): P | Refusal {
  const segments = schema?.safeParse(given);
  return segments && !segments.success ? refused("missing") : (segments?.data as P);
}

/** Runs the checks in their order (origin, caller, address, parameters, proof, body), then the answer. */
async function answered<P, Q, B, A extends { by: Caller }>(
  needs: Needs<P, Q, B>,
  steps: Steps<P, Q, A>,
  answer: (input: Input<P, Q, B> & A) => Answer | Promise<Answer>,
  sent: { request: Request; context: Context | undefined; body?: B },
): Promise<Answer> {
  const { request } = sent;
  if (needs.origin ?? !READING_METHODS.includes(request.method)) requireSameOrigin(request);
  const params = segmentsOf(needs.params, await sent.context?.params);
  const admitted = await steps.admit(request, params);
  if (admitted instanceof Refusal) return admitted;
  if (params instanceof Refusal) return params;
  const asked = needs.query && Object.fromEntries(new URL(request.url).searchParams);
  const query = needs.query ? parsed(needs.query, asked) : (undefined as Q);
  const unproved = await steps.prove?.({ request, params, query, ...admitted });
  if (unproved) return unproved;
  sent.body = await needs.body?.read(request);
  const input = { request, params, query, body: sent.body as B, ...admitted };
  const { cost } = needs;
  return cost
    ? runCostly(cost.name, { ...admitted.by, points: cost.points, isShort: cost.isShort }, async () => answer(input))
    : answer(input);
}

/** One handler: declared checks, the answer, and one way to write it. */
export function handlerOf<P, Q, B, A extends { by: Caller }>(
  needs: Needs<P, Q, B>,
  steps: Steps<P, Q, A>,
  answer: (input: Input<P, Q, B> & A) => Answer | Promise<Answer>,
): Handler {
  return async (request, context) => {
    const sent: { request: Request; context: Context | undefined; body?: B } = { request, context };
    const outcome = await answered(needs, steps, answer, sent).catch((error: unknown) =>
      refusalOf(error, sent.body !== undefined && needs.body?.isFile),
    );
    if (outcome === null || outcome instanceof Refusal)
      return refuse(needs, steps.cache, outcome ?? refused("missing"), { request, body: sent.body });
    const response =
      outcome instanceof Response
        ? outcome
        : outcome === undefined
          ? new Response(null, { status: 204 })
          : Response.json(outcome);
    const cache = response.ok ? (needs.cache ?? steps.cache) : steps.cache;
    return addHeaders(response, { "cache-control": cache, ...needs.headers });
  };
}

async function refuse<P, Q, B>(
  needs: Needs<P, Q, B>,
  cache: string,
  refusal: Refusal,
  sent: { request: Request; body: B | undefined },
): Promise<Response> {
  // Reading for a client that has left fails without a fault of the server.
  const hasLeft = sent.request.signal.aborted && READING_METHODS.includes(sent.request.method);
  if (refusal.isFailure && !hasLeft) reportError(needs.name, refusal.error);
  const written = await (needs.refuse ?? withCode)(refusal, sent);
  const { status } = refusal;
  const response =
    written instanceof Response
      ? written
      : written === null
        ? new Response(null, { status })
        : Response.json(written, { status });
  return addHeaders(response, { ...refusal.headers, "cache-control": cache, ...needs.headers });
}
