"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { Decision, InboxKey } from "@/lib/panel/inbox/rules";
import { MessageField } from "./message-field";

type ReasonFormProps = {
  kind: InboxKey;
  canAdjust: boolean;
  busy: boolean;
  onCancel: () => void;
  onSend: (decision: Decision, reason: string) => void;
};

/** The reason of a refusal, which is mailed to the person who asked. */
export function ReasonForm({ kind, canAdjust, busy, onCancel, onSend }: ReasonFormProps) {
  const t = useTranslations("panel/inbox");
  const [reason, setReason] = useState("");
  const given = reason.trim();
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (given && !busy) onSend("reject", given);
      }}
    >
      <MessageField
        label={t("reason")}
        hint={t("reasonHint")}
        rows={3}
        value={reason}
        onChange={setReason}
        onCancel={onCancel}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" disabled={busy || !given}>
          {t(`decision.${kind}.reject`)}
        </Button>
        {canAdjust && (
          <Button variant="outline" disabled={busy || !given} onClick={() => onSend("adjust", given)}>
            {t("decision.adjust")}
          </Button>
        )}
        <Button variant="ghost" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
    </form>
  );
}
