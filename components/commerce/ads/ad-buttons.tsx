"use client";

import { useTranslations } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { decideAdAction } from "@/lib/commerce/ads/actions";
import type { AdStatus } from "@/lib/commerce/ads/rules";
import type { AdDecision } from "@/lib/commerce/ads/schema";
import { AdLinks } from "./ad-links";
import { outcomeKey } from "@/lib/platform/outcome";

type Press = AdDecision["decision"];

const PRESSES: Partial<Record<AdStatus, readonly Press[]>> = {
  in_review: ["approve", "reject"],
  approved: ["pause", "end"],
  paused: ["resume", "end"],
};
/** The advertiser can read the reason. */
const WITH_REASON: readonly Press[] = ["reject", "pause", "end"];

type AdButtonsProps = {
  id: string;
  status: AdStatus;
  report: string | null;
  site: string;
  message: string;
  phone: string;
};

/** Keys of the texts, by why nothing was changed. */
const REFUSED = {
  conflict: "already",
  gone: "missing",
  period_over: "period_over",
  states_needed: "states_needed",
  placement_full: "placement_full",
  payment_disputed: "payment_disputed",
} as const;

/** The actions available for a banner now, and its report link for the advertiser. */
export function AdButtons({ id, status, report, site, message, phone }: AdButtonsProps) {
  const t = useTranslations("commerce/ads.admin");
  const router = useRouter();
  const [asking, setAsking] = useState<Press | null>(null);
  const { execute, isPending, result } = useAction(decideAdAction, {
    onSuccess: ({ data }) => data.outcome === "saved" && router.refresh(),
    onError: ({ error }) => notifyFailure(error),
  });
  const press = (decision: Press) =>
    WITH_REASON.includes(decision) ? setAsking(decision) : execute({ id, decision, expected_status: status });
  const key = result.data ? outcomeKey(result.data) : "saved";
  return (
    <div className="mt-3 grid gap-2">
      {!asking && PRESSES[status] && (
        <div className="flex flex-wrap gap-2">
          {PRESSES[status].map((decision) => (
            <Button
              key={decision}
              size="md"
              variant={decision === "approve" || decision === "resume" ? "primary" : "outline"}
              disabled={isPending}
              onClick={() => press(decision)}
            >
              {t(`press.${decision}`)}
            </Button>
          ))}
        </div>
      )}
      {asking && (
        <Reason
          label={t("reasonFor", { press: t(`press.${asking}`) })}
          send={t(`press.${asking}`)}
          cancel={t("cancel")}
          required={asking === "reject"}
          busy={isPending}
          onCancel={() => setAsking(null)}
          onSend={(reason) => execute({ id, decision: asking, reason, expected_status: status })}
        />
      )}
      <AdLinks key={report} {...{ id, report, site, message, phone }} />
      {key !== "saved" && (
        <p role="status" className="rounded-lg border-2 border-danger p-3">
          {t(`refused.${REFUSED[key]}`)}
        </p>
      )}
    </div>
  );
}

type ReasonProps = {
  label: string;
  send: string;
  cancel: string;
  required: boolean;
  busy: boolean;
  onCancel: () => void;
  onSend: (reason: string | undefined) => void;
};

function Reason({ label, send, cancel, required, busy, onCancel, onSend }: ReasonProps) {
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="flex flex-wrap gap-2">
      <Input
        ref={field}
        aria-label={label}
        placeholder={label}
        maxLength={1000}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="min-w-0 grow"
      />
      <Button size="lg" disabled={busy || (required && !text.trim())} onClick={() => onSend(text.trim() || undefined)}>
        {send}
      </Button>
      <Button size="lg" variant="outline" onClick={onCancel}>
        {cancel}
      </Button>
    </div>
  );
}
