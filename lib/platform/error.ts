import { redactSecrets } from "./redact";

/** Error codes for the browser; the messages are in `messages/<locale>/errors.json`. */
export const ERROR_CODES = [
  "access.denied",
  "access.permission",
  "auth.required",
  "auth.proofRequired",
  "login.failed",
  "login.emailNotConfirmed",
  "login.blocked",
  "login.missing",
  "login.identityNotLinked",
  "signup.failed",
  "oauth.failed",
  "link.expired",
  "record.referenced",
  "picture.noAltText",
  "picture.heic",
  "picture.external",
  "picture.tooManyPixels",
  "picture.gone",
  "pdf.active",
  "file.tooBig",
  "feature.off",
  "mfa.unknown",
  "mfa.limited",
  "mfa.unverified",
  "mfa.expired",
  "erasure.last",
  "erasure.lastOwner",
  "sale.inProgress",
  "event.incomplete",
  "event.lastOwner",
  "event.otherClub",
  "votes.notClosed",
  "fee.changed",
  "plan.changed",
  "shares.changed",
  "fee.notEnded",
  "fee.nothing",
  "payout.changed",
  "payout.tooMuch",
  "registration.full",
  "registration.decided",
  "registration.changed",
  "registration.entered",
  "registration.paymentChecking",
  "registration.unpayable",
  "registration.missing",
  "registration.reason",
  "registration.stand",
  "registration.over",
  "announcement.changed",
  "contract.closed",
  "promotion.taken",
  "promotion.period",
  "link.exists",
  "club.noAccount",
  "message.audience",
  "message.begun",
  "message.nobody",
  "print.empty",
  "print.running",
  "print.tooMany",
  "rate.limited",
  "input.invalid",
  "service.busy",
  "service.unavailable",
  "unexpected",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** `retryAfter`: seconds after which the same request can succeed. */
type Options = ErrorOptions & { detail?: string; retryAfter?: number };

/** Error with a code for the browser; the message is only logged. */
export class AppError extends Error {
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: ErrorCode,
    readonly options?: Options,
  ) {
    super(options?.detail ? `${code}: ${options.detail}` : code, options);
    this.name = "AppError";
    this.retryAfter = options?.retryAfter;
  }
}

const SHOWN_CHARACTERS = 200;

/** The message of the server, for the notices in which the specification shows it; without secrets. */
export function serverMessage(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error));
  const shown = (error instanceof AppError && error.options?.detail) || message;
  return redactSecrets(shown).slice(0, SHOWN_CHARACTERS);
}
