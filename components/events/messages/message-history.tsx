import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { StateMark } from "@/components/ui/state-mark";
import { SystemSection } from "@/components/ui/system-page";
import { RefreshWhile } from "@/components/events/print-batches/refresh-while";
import { ProgressBar } from "@/components/ui/progress-bar";
import { cancelMessageAction } from "@/lib/events/messages/actions";
import type { EventMessage } from "@/lib/events/messages/queries";
import { NO_COUNTS, queryOfFilter, stageOf, type Counts } from "@/lib/events/messages/rules";
import { storedFilterSchema } from "@/lib/events/messages/schema";
import { withQuery, type AnswerChoice } from "@/lib/events/panel/list/rules";
import { filterWords } from "@/components/events/panel/filter-words";
import { eventMoment } from "@/lib/events/events/rules";
import { formatShortMoment } from "@/lib/platform/format";

type Props = {
  messages: readonly EventMessage[];
  counts: ReadonlyMap<string, Counts>;
  address: string;
  timeZone: string;
  names: Names;
};
type Names = { types: readonly { id: string; name: string }[]; answers: readonly AnswerChoice[] };

const SHORT = { dateStyle: "short", timeStyle: "short" } as const;
const LOOK = { scheduled: "wait", sending: "wait", ended: "good", cancelled: "none" } as const;

/** The messages of an event, newest first, with how many were sent and failed. */
export async function MessageHistory({ messages, counts, ...page }: Props) {
  const t = await getTranslations("events/messages.history");
  const isRunning = messages.some(({ id, channel, ...message }) => {
    const { waiting, queued } = counts.get(id) ?? NO_COUNTS;
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
            <Message message={message} counts={counts.get(message.id) ?? NO_COUNTS} {...page} />
          </li>
        ))}
      </ul>
    </SystemSection>
  );
}

/** Who a message is for: the texts of its filter, with the number of chosen registrations. */
async function audienceText(filter: unknown, names: Names): Promise<string> {
  const t = await getTranslations("events/messages.history");
  const { ids, ...stored } = storedFilterSchema.parse(filter);
  const words = await filterWords(queryOfFilter(stored), names);
  const texts = [...words, ...(ids ? [t("chosen", { count: ids.length })] : [])];
  return texts.length > 0 ? t("for", { audience: texts.join(" · ") }) : t("forAll");
}

type MessageProps = Omit<Props, "messages" | "counts"> & { message: EventMessage; counts: Counts };

async function Message({ message, counts, address, timeZone, names }: MessageProps) {
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
      <p className="text-sm text-muted wrap-anywhere">{await audienceText(message.filter, names)}</p>
      <Progress counts={counts} isList={isList} />
      {isList && (
        <Link
          href={withQuery(address, `mensagem=${message.id}`)}
          className="inline-flex min-h-11 w-fit items-center text-link underline underline-offset-4"
        >
          {t("openList")}
        </Link>
      )}
      {stage === "scheduled" && (
        <Link
          href={withQuery(address, `alterar=${message.id}`)}
          className="inline-flex min-h-11 w-fit items-center text-link underline underline-offset-4"
        >
          {t("change")}
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
  const { waiting, queued, sent, failed, skipped, refused } = counts;
  const total = waiting + queued + sent + failed + skipped;
  if (total + refused === 0) return null;
  return (
    <>
      {total > 0 && <ProgressBar value={sent + skipped} max={total} label={t("progress")} />}
      <p className="text-sm">
        {isList ? t("opened", { sent, total }) : t("counts", { sent, left: waiting + queued, failed, skipped })}
        {refused > 0 && ` · ${t("refused", { count: refused })}`}
      </p>
      {failed > 0 && <p className="text-sm text-muted">{t("retry")}</p>}
    </>
  );
}
