/** Codes the browser may receive; `messages/<locale>/errors.json` turns each into a sentence. */
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
  "picture.noWords",
  "picture.heic",
  "picture.external",
  "feature.off",
  "mfa.unknown",
  "mfa.limited",
  "mfa.unverified",
  "mfa.expired",
  "erasure.last",
  "sale.inProgress",
  "rate.limited",
  "input.invalid",
  "service.unavailable",
  "unexpected",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** A failure with a code the browser may know; the message itself stays in the log. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    options?: ErrorOptions & { detail?: string },
  ) {
    super(options?.detail ? `${code}: ${options.detail}` : code, options);
    this.name = "AppError";
  }
}
