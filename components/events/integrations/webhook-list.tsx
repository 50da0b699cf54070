import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { DataTable } from "@/components/ui/data-table";
import { SystemSection } from "@/components/ui/system-page";
import {
  deleteWebhookAction,
  pauseWebhookAction,
  resendDeliveryAction,
  testWebhookAction,
} from "@/lib/events/integrations/actions";
import type { Webhook } from "@/lib/events/integrations/schema";
import { formatShortMoment } from "@/lib/platform/format";
import { WEBHOOK_FAILURE_DAYS } from "@/lib/platform/supabase/database-constants/events";
import { WebhookForm } from "./webhook-form";

type Props = { event: string; webhooks: readonly Webhook[] };
type Delivery = Webhook["deliveries"][number];

/** Webhooks of an event with their state and last deliveries, and the form that adds one. */
export async function WebhookList({ event, webhooks }: Props) {
  const t = await getTranslations("events/integrations");
  const {
    "events/integrations": { webhookForm },
    "panel/requests": { validation },
  } = await getMessages();
  return (
    <>
      <SystemSection title={t("webhooks.title")} lead={t("webhooks.lead")}>
        {webhooks.length === 0 ? (
          <p className="text-muted">{t("webhooks.none")}</p>
        ) : (
          <ul className="grid gap-4">
            {webhooks.map((webhook) => (
              <WebhookLine key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        )}
      </SystemSection>
      <SystemSection title={t("webhookForm.title")}>
        <WebhookForm event={event} texts={webhookForm} validation={validation} />
      </SystemSection>
    </>
  );
}

async function WebhookLine({ webhook }: { webhook: Webhook }) {
  const [t, locale] = [await getTranslations("events/integrations.webhooks"), await getLocale()];
  const { url, kinds, state, waiting, first_failed_at: failed, stopped_at: stopped } = webhook;
  return (
    <li className="grid gap-2 rounded-lg border border-line p-3">
      <p className="font-semibold wrap-anywhere">
        {url} · {t(`state.${state}`)}
      </p>
      <p className="text-muted">
        {t("kinds", { kinds: kinds.map((kind) => t(`kind.${kind}`)).join(", ") })} · {t("waiting", { count: waiting })}
      </p>
      {state === "failing" && failed && (
        <p>{t("failingSince", { date: formatShortMoment(failed, locale), days: WEBHOOK_FAILURE_DAYS })}</p>
      )}
      {state === "stopped" && stopped && (
        <p className="font-semibold">{t("stoppedAt", { date: formatShortMoment(stopped, locale) })}</p>
      )}
      {state === "unsigned" && <p className="font-semibold">{t("unsignedHint")}</p>}
      <WebhookCommands webhook={webhook} />
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-semibold text-link">{t("deliveries")}</summary>
        <Deliveries webhook={webhook} />
      </details>
    </li>
  );
}

async function WebhookCommands({ webhook: { id, url, state } }: { webhook: Webhook }) {
  const t = await getTranslations("events/integrations.webhooks");
  const sends = state === "active" || state === "failing";
  return (
    <div className="flex flex-wrap gap-3">
      {state !== "unsigned" && (
        <>
          <CommandForm
            action={pauseWebhookAction}
            hidden={{ webhook: id, paused: sends ? "yes" : "no" }}
            label={t(sends ? "pause" : "resume")}
            variant="outline"
          />
          <CommandForm action={testWebhookAction} hidden={{ webhook: id }} label={t("test")} variant="outline" />
        </>
      )}
      <CommandForm
        action={deleteWebhookAction}
        hidden={{ webhook: id }}
        label={t("delete")}
        confirm={t("deleteConfirm", { host: new URL(url).hostname })}
        variant="danger"
      />
    </div>
  );
}

async function Deliveries({ webhook: { deliveries, state } }: { webhook: Webhook }) {
  const [t, locale] = [await getTranslations("events/integrations.webhooks"), await getLocale()];
  const sends = state === "active" || state === "failing";
  const resultOf = ({ status, attempts, response_status: answer, problem, next_attempt_at: next }: Delivery) =>
    [
      t(`deliveryStatus.${status}`),
      answer !== null && t("answered", { status: String(answer) }),
      problem !== null && (t.has(`problem.${problem as "timeout"}`) ? t(`problem.${problem as "timeout"}`) : problem),
      t("attempts", { count: attempts }),
      next && attempts > 0 && t("next", { date: formatShortMoment(next, locale) }),
    ]
      .filter(Boolean)
      .join(" · ");
  return (
    <DataTable
      caption={t("deliveries")}
      heads={[t("when"), t("what"), t("result"), t("again")]}
      rows={deliveries.map((delivery) => ({
        id: delivery.id,
        cells: [
          formatShortMoment(delivery.created_at, locale),
          t(`kind.${delivery.kind}`),
          resultOf(delivery),
          sends && delivery.status !== "waiting" ? (
            <CommandForm
              key="resend"
              action={resendDeliveryAction}
              hidden={{ delivery: delivery.id }}
              label={t("resend")}
              variant="outline"
            />
          ) : (
            "—"
          ),
        ],
      }))}
      empty={t("noDeliveries")}
    />
  );
}
