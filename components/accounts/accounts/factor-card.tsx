"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { removeFactorAction, renewRecoveryCodesAction } from "@/lib/accounts/accounts/factors/actions";
import { useAccountTexts } from "./account-texts";
import { EnrolForm } from "./enrol-form";
import type { AccountFormContext } from "./account-form-context";
import { RecoveryCodes } from "./recovery-codes";

type FactorCardProps = {
  formContext: AccountFormContext;
  /** When the factor was set up, written out; null without one. */
  since: string | null;
  codesLeft: number;
  /** Whether the account should have a factor because it can change everything. */
  isAdvised: boolean;
};

/** The second factor of the own account: set up, renew the recovery codes, switch off. */
export function FactorCard({ formContext, since, codesLeft, isAdvised }: FactorCardProps) {
  const { factor } = useAccountTexts("factor");
  const router = useRouter();
  // The page is refreshed as soon as the first code was correct; the recovery codes must stay on screen.
  const [isEnrolling, setEnrolling] = useState(since === null);
  const renew = useAction(renewRecoveryCodesAction, {
    onError: ({ error }) => notifyFailure(error, () => renew.execute()),
  });
  const remove = useAction(removeFactorAction, {
    onError: ({ error }) => notifyFailure(error, () => remove.execute()),
    onSuccess() {
      notify({ code: "mfa.removed", variant: "success" });
      setEnrolling(true);
      router.refresh();
    },
  });
  const codes = renew.result.data?.codes;
  const finish = () => {
    renew.reset();
    setEnrolling(false);
    router.refresh();
  };
  const isBusy = renew.isPending || remove.isPending;
  return (
    <Card id="verificacao" className="grid gap-4">
      <CardTitle>{factor.title}</CardTitle>
      {codes && <RecoveryCodes codes={codes} onDone={finish} />}
      {!codes && isEnrolling && (
        <EnrolForm
          formContext={{ ...formContext, area: "traveller" }}
          lead={isAdvised ? factor.advice : factor.lead}
          onDone={finish}
        />
      )}
      {!codes && !isEnrolling && since && (
        <>
          <p>{factor.on.replace("{date}", since)}</p>
          <p className={codesLeft < 3 ? "font-semibold text-danger" : "text-muted"}>
            {factor.codesLeft.replace("{count}", String(codesLeft))}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" disabled={isBusy} onClick={() => renew.execute()}>
              {factor.renew}
            </Button>
            <Button
              variant="danger"
              disabled={isBusy}
              onClick={() => whenConfirmed(factor.removeQuestion, () => remove.execute())}
            >
              {factor.remove}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}
