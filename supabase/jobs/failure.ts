const LONGEST = 300;

/** The error message that may be stored and shown: e-mail addresses, links, tokens and long numbers are removed. */
export function failureReason(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const text = message
    .replaceAll(/[\w.+-]+:\/\/\S+/g, "[address]")
    .replaceAll(/[^\s@<>"'(]+@[^\s@<>"')]+/g, "[e-mail]")
    .replaceAll(/\/[^\s"']*[\w-]{20,}[^\s"']*/g, "[path]")
    .replaceAll(/[\w-]{32,}/g, "[token]")
    .replaceAll(/\d[\d .()/-]{7,}\d/g, (number) => (number.replaceAll(/\D/g, "").length < 8 ? number : "[number]"))
    .replaceAll(/\s+/g, " ")
    .trim();
  return `${name === "Error" ? "" : `${name}: `}${text}`.slice(0, LONGEST);
}

/** The error for pg-boss to store: only the reason, without stack or fields of the original. */
export function publicFailure(error: unknown): Error {
  const failure = new Error(failureReason(error));
  failure.stack = undefined;
  return failure;
}
