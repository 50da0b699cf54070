import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { StateMark } from "@/components/ui/state-mark";
import { SystemSection } from "@/components/ui/system-page";
import { RefreshWhile } from "@/components/events/print-batches/refresh-while";
import { ProgressBar } from "@/components/ui/progress-bar";
import { cancelMessageAction } from "@/lib/events/messages/actions";
import type { EventMessage } from "@/lib/events/messages/queries";
import { stageOf, type Counts } from "@/lib/events/messages/rules";
import { eventMoment } from "@/lib/events/events/rules";
import { formatShortMoment } from "@/lib/platform/format";

type Props = {
  messages: readonly EventMessage[];
  counts: ReadonlyMap<string, Counts>;
  address: string;
  timeZone: string;
};

const SHORT = { dateStyle: "short", timeStyle: "short" } as const;
const NONE: Counts = { waiting: 0, queued: 0, sent: 0, failed: 0, skipped: 0 };
const LOOK = { scheduled: "wait", sending: "wait", ended: "good", cancelled: "none" } as const;

/** The messages of an event, newest first, with how many were sent and failed. */
export async function MessageHistory({ messages, counts, address, timeZone }: Props) {
  const t = await getTranslations("events/messages.history");
  const isRunning = messages.some(({ id, channel, ...message }) => {
    const { waiting, queued } = counts.get(id) ?? NONE;
    return (
      channel === "mail" && stageOf(message) !== "cancelled" && (stageOf(message) !== "ended" || waiting + queued > 0)
    );
  });
  return (
    <SystemSection title={t("title")}>
      <RefreshWhile active={isRunning} />
      {messages.length === 0 && <p className="text-muted">{t("empty")}</p>}
      <ul className="grid gap-4">
        {messages.map((message) => (
          <li key={message.id} className="grid gap-2 border-t border-line pt-4 first:border-0 first:pt-0">
            <Message message={message} counts={counts.get(message.id) ?? NONE} address={address} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </SystemSection>
  );
}

type MessageProps = { message: EventMessage; counts: Counts; address: string; timeZone: string };

async function Message({ message, counts, address, timeZone }: MessageProps) {
  const [t, locale] = [await getTranslations("events/messages.history"), await getLocale()];
  const [stage, isList] = [stageOf(message), message.channel === "whatsapp"];
  const when = formatShortMoment(message.created_at, locale);
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <strong className="wrap-anywhere">{message.subject ?? message.body.slice(0, 80)}</strong>
        <StateMark look={LOOK[stage]}>{t(isList && stage === "ended" ? "stage.list" : `stage.${stage}`)}</StateMark>
      </p>
      <p className="text-sm text-muted">
        {message.author ? t("by", { when, who: message.author.username }) : when}
        {stage === "scheduled" && ` · ${t("at", { when: eventMoment(message.send_at, timeZone, locale, SHORT) })}`}
      </p>
      <Progress counts={counts} isList={isList} />
      {isList && (
        <Link
          href={`${address}${address.includes("?") ? "&" : "?"}mensagem=${message.id}`}
          className="inline-flex min-h-11 w-fit items-center text-link underline underline-offset-4"
        >
          {t("openList")}
        </Link>
      )}
      {(stage === "scheduled" || stage === "sending") && (
        <CommandForm
          action={cancelMessageAction}
          hidden={{ message: message.id }}
          label={t("cancel")}
          confirm={t("confirmCancel")}
          variant="outline"
        />
      )}
    </>
  );
}

async function Progress({ counts, isList }: { counts: Counts; isList: boolean }) {
  const t = await getTranslations("events/messages.history");
  const { waiting, queued, sent, failed, skipped } = counts;
  const total = waiting + queued + sent + failed + skipped;
  if (total === 0) return null;
  return (
    <>
      <ProgressBar value={sent + skipped} max={total} label={t("progress")} />
      <p className="text-sm">
        {isList ? t("opened", { sent, total }) : t("counts", { sent, left: waiting + queued, failed, skipped })}
      </p>
      {failed > 0 && <p className="text-sm text-muted">{t("retry")}</p>}
    </>
  );
}
