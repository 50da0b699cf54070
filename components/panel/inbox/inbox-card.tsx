"use client";

import { Check, ExternalLink, Route, X } from "lucide";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import type { Decided } from "@/lib/panel/inbox/mutations";
import type { InboxItem } from "@/lib/panel/inbox/queries";
import { INBOX, panelPlannerPath, recordPath, type Decision, type InboxKind } from "@/lib/panel/inbox/rules";
import { AnswerForm } from "./answer-form";
import { ApprovalLink } from "./approval-link";
import { AssignButton } from "./assign-button";
import { InboxFacts } from "./inbox-facts";
import { ReasonForm } from "./reason-form";
import { ReplyForm } from "./reply-form";
import { formatMoment } from "@/lib/platform/format";
import { outcomeKey } from "@/lib/platform/outcome";

export type OpenForm = "reason" | "answer";

type InboxCardProps = {
  item: InboxItem;
  account: string;
  base: string;
  locale: string;
  state: Decided | undefined;
  busy: boolean;
  /** The decision is being saved, or waits for another one. */
  isQueued: boolean;
  /** The form that is open, if any. */
  openForm: OpenForm | null;
  onOpenForm: (form: OpenForm | null) => void;
  onAnswer: (answer: string, link: string) => void;
  onDecide: (decision: Decision, reason?: string) => void;
  onUndo: () => void;
};

/** One waiting item: its content, and the buttons that decide it. */
export function InboxCard(props: InboxCardProps) {
  const { item, account, base, locale, state, busy, isQueued, openForm, onOpenForm, onAnswer, onDecide, onUndo } =
    props;
  const t = useTranslations("panel/inbox");
  const when = (moment: string) => formatMoment(moment, locale);
  const waits = (INBOX[item.kind].waiting as readonly string[]).includes(item.status);
  const decisions: readonly Decision[] = INBOX[item.kind].decisions;
  const { final: isFinal, answered = [] }: InboxKind = INBOX[item.kind];
  const isAnswered = answered.includes(item.status);
  const record = item.subject ?? (state?.outcome === "saved" ? recordPath(state) : null);
  const canPublish = item.kind !== "app_review" || item.publishOk;
  return (
    <li>
      <article
        data-inbox-item={item.id}
        tabIndex={-1}
        aria-label={item.title}
        className="grid gap-4 rounded-xl border-2 border-line bg-surface p-4 focus:border-faixa focus:outline-none sm:p-5"
      >
        <header className="flex flex-wrap items-start gap-x-4 gap-y-1">
          <h3 className="mr-auto text-2xl wrap-anywhere">{item.title}</h3>
          {state?.outcome !== "saved" && state?.outcome !== "conflict" && (
            <span className="rounded-md border border-line px-2 py-0.5 text-sm">
              {t(`status.${item.status}` as "status.received")}
            </span>
          )}
          <p className="w-full text-sm text-muted">
            {[item.protocol, when(item.createdAt), item.assignedTo && t("assignedTo", { name: item.assignedTo.name })]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </header>
        <InboxFacts item={item} />
        {record && (
          <a
            href={base + record}
            className="inline-flex min-h-11 w-fit items-center gap-2 text-link underline underline-offset-4"
          >
            <Icon of={ExternalLink} className="size-5" /> {t("openRecord")}
          </a>
        )}
        {item.kind === "trip_panel" && item.status !== "cancelled" && (
          <a href={base + panelPlannerPath(item.id)} className={buttonClass({ className: "w-fit" })}>
            <Icon of={Route} className="size-5" /> {t(isAnswered ? "planner.open" : "planner.see")}
          </a>
        )}
        {item.decidedAt && (
          <p className="text-sm text-muted">
            {t("decidedBy", { name: item.decidedBy ?? t("link"), when: when(item.decidedAt) })}
            {item.note && ` · ${item.note}`}
          </p>
        )}
        {isQueued && (
          <p role="status" className="rounded-lg bg-raised p-3">
            {t("queued")}
          </p>
        )}
        <Outcome state={state} when={when} busy={busy} onUndo={isFinal ? null : onUndo} />
        {!state && !waits && !isFinal && (
          <Button variant="outline" className="w-fit" disabled={busy} onClick={onUndo}>
            {t("undo")}
          </Button>
        )}
        {!state && waits && !openForm && (
          <div className="flex flex-wrap gap-2">
            {isAnswered && (
              <Button disabled={busy} onClick={() => onOpenForm("answer")} aria-keyshortcuts="a">
                <Icon of={Check} /> {t("answer.open")}
              </Button>
            )}
            {(!isAnswered || item.status === "received") && (
              <Button
                variant={isAnswered ? "outline" : "primary"}
                disabled={busy || !canPublish}
                onClick={() => onDecide("approve")}
                aria-keyshortcuts={isAnswered ? undefined : "a"}
              >
                <Icon of={Check} /> {t(isAnswered ? "answer.start" : `decision.${item.kind}.approve`)}
              </Button>
            )}
            {decisions.includes("publish") && (
              <Button variant="faixa" disabled={busy} onClick={() => onDecide("publish")}>
                {t("decision.publish")}
              </Button>
            )}
            <Button variant="outline" disabled={busy} onClick={() => onOpenForm("reason")} aria-keyshortcuts="r">
              <Icon of={X} /> {t(`decision.${item.kind}.reject`)}
            </Button>
            {INBOX[item.kind].assignable && (
              <AssignButton kind={item.kind} id={item.id} mine={item.assignedTo?.id === account} />
            )}
            {!canPublish && <p className="self-center text-sm text-muted">{t("noConsent")}</p>}
          </div>
        )}
        {!state && openForm === "reason" && (
          <ReasonForm
            canAdjust={decisions.includes("adjust")}
            kind={item.kind}
            busy={busy}
            onCancel={() => onOpenForm(null)}
            onSend={onDecide}
          />
        )}
        {!state && openForm === "answer" && (
          <AnswerForm busy={busy} onCancel={() => onOpenForm(null)} onSend={onAnswer} />
        )}
        {!state && waits && (item.kind === "service_request" || item.kind === "event" || item.kind === "voucher") && (
          <ApprovalLink kind={item.kind} id={item.id} title={item.title} locale={locale} />
        )}
        {item.kind === "app_review" && <ReplyForm id={item.id} reply={item.reply} />}
      </article>
    </li>
  );
}

/** Reasons why a decision changed nothing, by the database's answer. */
const REFUSALS = {
  gone: "missing",
  no_consent: "noConsent",
  period_over: "refused.period_over",
  states_needed: "refused.states_needed",
  placement_full: "refused.placement_full",
  payment_disputed: "refused.payment_disputed",
  has_registrations: "refused.has_registrations",
  unpayable: "refused.unpayable",
  outdated: "refused.outdated",
} as const;

type OutcomeProps = {
  state: Decided | undefined;
  when: (moment: string) => string;
  busy: boolean;
  onUndo: (() => void) | null;
};

/** The result of the decision, or the notice that another account has already decided. */
function Outcome({ state, when, busy, onUndo }: OutcomeProps) {
  const t = useTranslations("panel/inbox");
  const key = state && outcomeKey(state);
  return (
    <div aria-live="polite" className="empty:hidden">
      {state?.outcome === "saved" && (
        <p className="flex flex-wrap items-center gap-3 rounded-lg bg-raised p-3">
          <strong>{t(`status.${state.status}` as "status.approved")}</strong>
          {onUndo && (
            <Button variant="outline" size="md" disabled={busy} onClick={onUndo} aria-keyshortcuts="u">
              {t("undo")}
            </Button>
          )}
        </p>
      )}
      {state?.outcome === "conflict" && (
        <p className="rounded-lg border-2 border-danger p-3">
          {t("already", { name: state.by ?? t("link"), when: state.at ? when(state.at) : t("justNow") })}
        </p>
      )}
      {key && key !== "saved" && key !== "conflict" && (
        <p className="rounded-lg border-2 border-danger p-3">{t(REFUSALS[key])}</p>
      )}
    </div>
  );
}
