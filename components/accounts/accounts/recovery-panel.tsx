"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { requestRecoveryAction } from "@/lib/accounts/accounts/actions";
import { useAccountTexts } from "./account-texts";
import type { AccountFormContext } from "./account-form-context";
import { MailForm } from "./mail-form";
import { PhoneRecovery } from "./phone-recovery";

type RecoveryPanelProps = {
  formContext: AccountFormContext;
  loginPath: string;
  offersPhone: boolean;
};

/** A new password through a link by e-mail or a code by SMS. */
export function RecoveryPanel({ formContext, loginPath, offersPhone }: RecoveryPanelProps) {
  const { phone } = useAccountTexts("phone");
  const [byPhone, setByPhone] = useState(false);
  return (
    <div className="grid gap-4">
      {byPhone ? (
        <PhoneRecovery formContext={formContext} loginPath={loginPath} />
      ) : (
        <MailForm action={requestRecoveryAction} part="recovery" formContext={formContext} />
      )}
      {offersPhone && (
        <Button variant="outline" className="justify-self-start" onClick={() => setByPhone(!byPhone)}>
          {byPhone ? phone.useEmail : phone.usePhone}
        </Button>
      )}
    </div>
  );
}
