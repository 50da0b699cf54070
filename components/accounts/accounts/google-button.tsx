"use client";

import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { googleSignInAction } from "@/lib/accounts/accounts/actions";
import { useAccountTexts } from "./account-texts";
import type { AccountFormContext } from "./account-form-context";

type GoogleButtonProps = { formContext: AccountFormContext };

export function GoogleButton({ formContext }: GoogleButtonProps) {
  const { login: texts } = useAccountTexts("login");
  const hydrated = useHydrated();
  const { execute, isPending, hasSucceeded } = useAction(googleSignInAction, {
    onError({ error }) {
      if (error.serverError !== "oauth.failed") return notifyFailure(error);
      notify({
        code: "oauth.failed",
        values: { provider: "Google", reason: texts.oauthFailed },
        variant: "destructive",
      });
    },
    onSuccess: ({ data }) => window.location.assign(data.url),
  });
  return (
    <Button
      variant="outline"
      disabled={!hydrated || isPending || hasSucceeded}
      onClick={() => execute(formContext)}
      className="whitespace-normal"
    >
      {texts.google}
    </Button>
  );
}
