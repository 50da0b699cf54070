"use client";

import type { Messages } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { requestRecoveryAction } from "@/lib/accounts/accounts/actions";
import type { AccountFormContext } from "./account-form-context";
import { MailForm } from "./mail-form";
import { PhoneRecovery } from "./phone-recovery";

type RecoveryPanelProps = {
  texts: Pick<Messages["accounts/accounts"], "recovery" | "phone" | "newPassword" | "form" | "validation">;
  formContext: AccountFormContext;
  loginPath: string;
  offersPhone: boolean;
};

/** A new password through a link by e-mail or a code by SMS. */
export function RecoveryPanel({ texts, formContext, loginPath, offersPhone }: RecoveryPanelProps) {
  const [byPhone, setByPhone] = useState(false);
  return (
    <div className="grid gap-4">
      {byPhone ? (
        <PhoneRecovery texts={texts} formContext={formContext} loginPath={loginPath} />
      ) : (
        <MailForm
          action={requestRecoveryAction}
          texts={texts.recovery}
          validation={texts.validation}
          formContext={formContext}
        />
      )}
      {offersPhone && (
        <Button variant="outline" className="justify-self-start" onClick={() => setByPhone(!byPhone)}>
          {byPhone ? texts.phone.useEmail : texts.phone.usePhone}
        </Button>
      )}
    </div>
  );
}
