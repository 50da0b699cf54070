import { failureNotice } from "@/components/form/notify-failure";
import { notify } from "@/components/ui/notify";

/** All sign-up failures have one title (specification, section 8), with the reason below it. */
const CODES = new Map([
  ["unexpected", "signup.failed"],
  ["service.unavailable", "signup.unavailable"],
  ["rate.limited", "signup.limited"],
]);

export function notifySignUpFailure(failure: Parameters<typeof failureNotice>[0]): void {
  const notice = failureNotice(failure);
  // A refusal of the auth server has its message as the second error.
  const reason = failure.validationErrors?.formErrors?.[1] ?? "";
  if (notice) notify({ ...notice, code: CODES.get(notice.code) ?? notice.code, values: { reason } });
}
