import { useAction } from "next-safe-action/hooks";
import { useRef, useState } from "react";
import { requestPhoneSignUpAction, signUpByPhoneAction } from "@/lib/accounts/accounts/actions";
import { notifySignUpFailure } from "./notify-sign-up-failure";

/** The two steps of a sign-up by phone: `sent` is the submitted form that waits for its code. */
export function usePhoneSignUp(onDone: () => void) {
  const typed = useRef<FormData>(null);
  const [sent, setSent] = useState<FormData | null>(null);
  const request = useAction(requestPhoneSignUpAction, {
    onError: ({ error }) => notifySignUpFailure(error),
    onSuccess: () => setSent(typed.current),
  });
  const finish = useAction(signUpByPhoneAction, {
    onError({ error }) {
      notifySignUpFailure(error);
      // A field of the first step was refused: that step is shown again with its error.
      if (error.validationErrors && !error.validationErrors.fieldErrors.code) setSent(null);
    },
    onSuccess: onDone,
  });
  const requestCode = (form: FormData) => {
    typed.current = form;
    finish.reset();
    request.execute(form);
  };
  return {
    sent,
    ask: requestCode,
    confirm: finish.execute,
    back: () => setSent(null),
    pending: request.isPending || finish.isPending || finish.hasSucceeded,
    errors: finish.result.validationErrors ?? request.result.validationErrors,
  };
}
