import { z } from "zod";
import { AppError } from "./error";

/**
 * Status of every code with which a route handler refuses a request. A thrown error with another code is a failure of
 * the server: 503, and one line in the log.
 */
const STATUS = {
  "access.denied": 403,
  "access.permission": 403,
  "auth.proofRequired": 403,
  "auth.required": 401,
  "card.off": 409,
  "addon.soldOut": 409,
  closed: 409,
  "code.unknown": 409,
  "code.used": 409,
  "contract.unsigned": 409,
  "document.missing": 409,
  "document.notAsked": 409,
  "document.tooMuch": 409,
  "document.type": 415,
  "event.missing": 404,
  "feature.off": 403,
  "file.tooBig": 413,
  "file.type": 415,
  "form.changed": 409,
  "form.sent": 409,
  "form.stored": 409,
  full: 409,
  gone: 410,
  "halfPrice.gone": 409,
  "in.progress": 409,
  "input.invalid": 400,
  missing: 404,
  not_found: 404,
  "nothing.toPay": 409,
  nothing_to_sign: 409,
  other_account: 409,
  "order.buyerStays": 409,
  "order.childrenAlone": 409,
  "order.tooBig": 409,
  "order.tooSmall": 409,
  "payment.checking": 409,
  "payment.missing": 404,
  "payment.unavailable": 409,
  "pdf.active": 422,
  "period.over": 409,
  period_over: 409,
  "shares.changed": 409,
  "shares.taken": 409,
  shares_taken: 409,
  "fee.changed": 409,
  "plan.changed": 409,
  "fee.notEnded": 409,
  "fee.nothing": 409,
  "payout.changed": 409,
  "payout.tooMuch": 409,
  "picture.heic": 415,
  "picture.tooManyPixels": 422,
  "pix.off": 409,
  "places.none": 409,
  "rate.limited": 429,
  "receipt.late": 409,
  "receipt.tooBig": 413,
  "receipt.type": 415,
  "receipt.unpaid": 409,
  "recipient.checked": 409,
  "refund.amount": 409,
  "refund.gone": 409,
  "refund.law": 409,
  "registration.closed": 409,
  "registration.decided": 409,
  "registration.duplicate": 409,
  "registration.mails": 429,
  "registration.missing": 404,
  "registration.unpaid": 409,
  "sale.disagrees": 422,
  "sale.missing": 404,
  sale_missing: 404,
  signature: 400,
  "stand.taken": 409,
  "stripe.limit": 409,
  unverified: 403,
  "url.foreign": 422,
  "vehicle.tooNew": 422,
} as const satisfies Record<string, number>;
export type RefusalCode = keyof typeof STATUS;

const FAILURE = 503;

/** A refusal: its code with a status, and what the client needs besides the code. Returned for an expected outcome. */
export class Refusal {
  constructor(
    readonly code: string,
    readonly status: number,
    readonly details: object = {},
    /** What was thrown; undefined for an expected outcome. */
    readonly error?: unknown,
  ) {}

  /** `Retry-After` in seconds, when the same request can succeed later. */
  get headers(): Record<string, string> {
    const seconds = this.error instanceof AppError ? this.error.retryAfter : undefined;
    return seconds === undefined ? {} : { "retry-after": String(seconds) };
  }

  /** Whether the client did not cause it, so that it belongs in the log. */
  get isFailure(): boolean {
    return this.error !== undefined && this.status === FAILURE && this.code !== "service.busy";
  }
}

/** An expected refusal, which a handler returns. */
export const refused = (code: RefusalCode, details?: object): Refusal => new Refusal(code, STATUS[code], details);

/** The refusal for a thrown error. `isFile`: the body is one file, so what cannot be read of it has the wrong type. */
export function refusalOf(error: unknown, isFile = false): Refusal {
  const code = error instanceof AppError ? error.code : "unexpected";
  if (isFile && code === "input.invalid") return new Refusal(code, 415, {}, error);
  return new Refusal(code, Object.hasOwn(STATUS, code) ? STATUS[code as RefusalCode] : FAILURE, {}, error);
}

/** What a handler writes into the body of an answer: an object as JSON, null for none; a response replaces the answer. */
type Written = Response | object | null;
export type Refuse<Body> = (
  refusal: Refusal,
  sent: { request: Request; body: Body | undefined },
) => Written | Promise<Written>;

/** The code as JSON; nothing for an address without a resource. */
export const withCode: Refuse<unknown> = ({ code, details }) => (code === "missing" ? null : { code, ...details });

/** The code with the codes of the fields of a form that do not fit. */
export const withFieldErrors: Refuse<unknown> = ({ code, details, error }) => {
  const issues = error instanceof AppError ? error.cause : undefined;
  const { fieldErrors } = issues instanceof z.ZodError ? z.flattenError(issues) : {};
  return { code, ...(fieldErrors && { fieldErrors }), ...details };
};

/** No body: the client is a program, or a counter whose answer no page reads. */
export const withoutBody: Refuse<unknown> = () => null;

/** For requests that only count something: a failure is logged, and the visitor gets the usual answer. */
export const onlyCounted: Refuse<unknown> = ({ status }) =>
  status === FAILURE ? new Response(null, { status: 204 }) : null;
