"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/input";
import type { Decision, InboxKey } from "@/lib/inbox/rules";

type ReasonFormProps = { kind: InboxKey; canAdjust: boolean; busy: boolean; onCancel: () => void; onSend: (decision: Decision, reason: string) => void };

const MAX = 1000;

/** The reason of a refusal, which the person who asked will read; Ctrl+Enter sends, Esc leaves. */
export function ReasonForm({ kind, canAdjust, busy, onCancel, onSend }: ReasonFormProps) {
  const t = useTranslations("inbox");
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
      <label className="grid gap-1">
        <span className="font-semibold">{t("reason")}</span>
        <textarea
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a key or button that asks for these words
          autoFocus
          rows={3}
          maxLength={MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") onCancel();
            if (event.key === "Enter" && event.ctrlKey) event.currentTarget.form?.requestSubmit();
          }}
          className={`${controlClass} h-auto py-2`}
        />
        <span className="text-sm text-muted">{t("reasonHint")}</span>
      </label>
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
